package trivium;

import java.io.BufferedReader;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Runs one Hexifence agent of the original course for the referee.
 *
 * <p>Arguments: the numbers of two inherited pipes. A command is a line "NUMBER VERB WORDS", its
 * answer "NUMBER KIND TEXT" with KIND ok, odd, memory or crash. The verbs: hello; load CLASS; make N
 * COLOUR; call and tell, both with ROW COLUMN COLOUR for each move of the opponent, where call then
 * asks for a move.
 *
 * <p>Everything of the agent is reached by reflection, because agents bring their own versions of
 * the interface: other packages, other types of fields, private classes.
 */
public final class HexifenceHost {
    private static final int LONGEST = 200;

    private Class<?> playerClass;
    private Object player;
    private Method makeMove;
    private Method opponentMove;

    public static void main(String[] pipes) throws IOException {
        HexifenceHost host = new HexifenceHost();
        try (BufferedReader commands = new BufferedReader(new InputStreamReader(
                        new FileInputStream("/proc/self/fd/" + pipes[0]), StandardCharsets.UTF_8));
                OutputStream replies = new FileOutputStream("/proc/self/fd/" + pipes[1])) {
            for (String line = commands.readLine(); line != null; line = commands.readLine()) {
                String[] words = line.split(" ");
                String answer = words[0] + " " + host.answer(words) + "\n";
                replies.write(answer.getBytes(StandardCharsets.UTF_8));
                replies.flush();
            }
        }
        Runtime.getRuntime().halt(0);
    }

    /** Obeys one command, whatever the agent does. */
    private String answer(String[] words) {
        try {
            return obey(words[1], Arrays.copyOfRange(words, 2, words.length));
        } catch (InvocationTargetException failure) {
            return report(failure.getCause());
        } catch (Throwable failure) {
            return report(failure);
        }
    }

    private String obey(String verb, String[] words) throws Exception {
        switch (verb) {
            case "hello":
                return "ok";
            case "load":
                load(words[0]);
                return "ok";
            case "make":
                return make(Integer.parseInt(words[0]), Integer.parseInt(words[1]));
            case "tell":
                tell(words);
                return "ok";
            default:
                tell(words);
                return describe(makeMove.invoke(player));
        }
    }

    private void load(String name) throws Exception {
        playerClass = Class.forName(name);
        makeMove = method("makeMove", 0);
        opponentMove = method("opponentMove", 1);
        method("init", 2);
    }

    private String make(int size, int colour) throws Exception {
        Constructor<?> constructor = playerClass.getDeclaredConstructor();
        constructor.setAccessible(true);
        player = constructor.newInstance();
        Method init = method("init", 2);
        Class<?>[] types = init.getParameterTypes();
        Object answer = init.invoke(player, fitted(size, types[0]), fitted(colour, types[1]));
        boolean failed = answer instanceof Number && ((Number) answer).intValue() < 0
                || Boolean.FALSE.equals(answer);
        return failed ? "crash init(" + size + ", " + colour + ") returned " + answer : "ok";
    }

    private void tell(String[] words) throws Exception {
        for (int first = 0; first < words.length; first += 3) {
            int row = Integer.parseInt(words[first]);
            int column = Integer.parseInt(words[first + 1]);
            int colour = Integer.parseInt(words[first + 2]);
            opponentMove.invoke(player, move(row, column, colour));
        }
    }

    /** Finds a method by name and number of parameters, wherever it is declared. */
    private Method method(String name, int parameters) throws NoSuchMethodException {
        for (Class<?> home = playerClass; home != null; home = home.getSuperclass()) {
            for (Method method : home.getDeclaredMethods()) {
                if (method.getName().equals(name) && !method.isBridge()
                        && method.getParameterCount() == parameters) {
                    method.setAccessible(true);
                    return method;
                }
            }
        }
        throw new NoSuchMethodException(playerClass.getName() + " has no method " + name
                + " with " + parameters + " parameters");
    }

    /** Makes a move of the class that the agent wants. */
    private Object move(int row, int column, int colour) throws Exception {
        Class<?> type = opponentMove.getParameterTypes()[0];
        if (type.isInterface() || type == Object.class) {
            type = makeMove.getReturnType();
        }
        Constructor<?>[] constructors = type.getDeclaredConstructors();
        Arrays.sort(constructors, (a, b) -> a.getParameterCount() - b.getParameterCount());
        Constructor<?> constructor = constructors[0];
        constructor.setAccessible(true);
        Class<?>[] types = constructor.getParameterTypes();
        int[] values = {colour, row, column};
        Object[] arguments = new Object[types.length];
        for (int i = 0; i < types.length; i++) {
            arguments[i] = fitted(i < values.length ? values[i] : 0, types[i]);
        }
        Object move = constructor.newInstance(arguments);
        set(move, "P", colour);
        set(move, "Row", row);
        set(move, "Col", column);
        return move;
    }

    private static void set(Object move, String name, int value) throws IllegalAccessException {
        Field field = field(move.getClass(), name);
        Object fitting = field == null ? null : fitted(value, field.getType());
        if (fitting != null) {
            field.set(move, fitting);
        }
    }

    private static Field field(Class<?> type, String name) {
        for (Class<?> home = type; home != null; home = home.getSuperclass()) {
            for (Field field : home.getDeclaredFields()) {
                if (field.getName().equalsIgnoreCase(name)) {
                    field.setAccessible(true);
                    return field;
                }
            }
        }
        return null;
    }

    /** Returns a number as a value of another type; null if nothing there can mean it. */
    private static Object fitted(int value, Class<?> type) {
        if (type == int.class || type.isAssignableFrom(Integer.class)) {
            return value;
        } else if (type == long.class || type == Long.class) {
            return (long) value;
        } else if (type == short.class || type == Short.class) {
            return (short) value;
        } else if (type == byte.class || type == Byte.class) {
            return (byte) value;
        } else if (type == double.class || type == Double.class) {
            return (double) value;
        } else if (type == float.class || type == Float.class) {
            return (float) value;
        } else if (type == char.class || type == Character.class) {
            return value == 1 ? 'B' : 'R';
        } else if (type == boolean.class || type == Boolean.class) {
            return value == 1;
        } else if (type == String.class) {
            return value == 1 ? "B" : "R";
        } else if (type.isEnum()) {
            String colour = value == 1 ? "BLUE" : "RED";
            for (Object constant : type.getEnumConstants()) {
                if (constant.toString().equalsIgnoreCase(colour)) {
                    return constant;
                }
            }
        }
        return null;
    }

    private static String describe(Object move) throws IllegalAccessException {
        if (move == null) {
            return "odd makeMove returned null";
        }
        Object row = value(move, "Row");
        Object column = value(move, "Col");
        if (row instanceof Number && column instanceof Number) {
            return "ok " + ((Number) row).longValue() + " " + ((Number) column).longValue();
        }
        return "odd " + oneLine("a move with Row " + row + " and Col " + column);
    }

    private static Object value(Object move, String name) throws IllegalAccessException {
        Field field = field(move.getClass(), name);
        return field == null ? null : field.get(move);
    }

    private static String report(Throwable failure) {
        if (failure instanceof OutOfMemoryError) {
            return "memory java.lang.OutOfMemoryError";
        }
        try {
            failure.setStackTrace(ownFrames(failure.getStackTrace()));
            failure.printStackTrace();
            return "crash " + oneLine(failure.toString());
        } catch (Throwable another) {
            return "crash " + failure.getClass().getName();
        }
    }

    /** Leaves out how the agent was called: that is no business of its author. */
    private static StackTraceElement[] ownFrames(StackTraceElement[] frames) {
        int count = 0;
        while (count < frames.length && !frames[count].getClassName().contains(".reflect.")) {
            count++;
        }
        return Arrays.copyOf(frames, count);
    }

    private static String oneLine(String text) {
        String line = text.replaceAll("\\s+", " ");
        return line.length() > LONGEST ? line.substring(0, LONGEST) : line;
    }
}
