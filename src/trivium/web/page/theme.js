// The colours chosen last time, before anything is drawn. (Modules come too late for that; the
// choice is kept and changed by comfort.js.)

try {
  const theme = JSON.parse(localStorage.getItem("trivium.preference.theme") ?? "null");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch {
  // Then the colours of the system do.
}
