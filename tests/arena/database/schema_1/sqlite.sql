CREATE TABLE events (
	id INTEGER NOT NULL,
	name TEXT NOT NULL,
	kind TEXT NOT NULL,
	"plan" TEXT NOT NULL,
	created TEXT NOT NULL,
	PRIMARY KEY (id),
	UNIQUE (name)
);
CREATE TABLE games (
	id INTEGER NOT NULL,
	fingerprint TEXT NOT NULL,
	event TEXT NOT NULL,
	"key" TEXT NOT NULL,
	game TEXT NOT NULL,
	size TEXT NOT NULL,
	first TEXT NOT NULL,
	second TEXT NOT NULL,
	winner TEXT,
	reason TEXT NOT NULL,
	fault TEXT,
	began TEXT NOT NULL,
	record TEXT NOT NULL,
	PRIMARY KEY (id),
	UNIQUE (fingerprint)
);
CREATE INDEX ix_games_event ON games (event);
CREATE INDEX ix_games_game ON games (game);
CREATE TABLE runners (
	id TEXT NOT NULL,
	host TEXT NOT NULL,
	pid INTEGER NOT NULL,
	started TEXT,
	seen FLOAT NOT NULL,
	PRIMARY KEY (id)
);
CREATE TABLE trivium_schema (
	version INTEGER NOT NULL,
	PRIMARY KEY (version)
);
CREATE TABLE schedule (
	id INTEGER NOT NULL,
	event_id INTEGER NOT NULL,
	"key" TEXT NOT NULL,
	place INTEGER NOT NULL,
	runner_id TEXT,
	done BOOLEAN NOT NULL,
	PRIMARY KEY (id),
	UNIQUE (event_id, "key"),
	FOREIGN KEY(event_id) REFERENCES events (id) ON DELETE CASCADE,
	FOREIGN KEY(runner_id) REFERENCES runners (id) ON DELETE SET NULL
);
CREATE INDEX schedule_open ON schedule (event_id, done, place);
