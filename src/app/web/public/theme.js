// Runs before the first paint, so that a dark screen never flashes white. The rest of the theme lives in platform/web/theme.ts.
(function () {
  var choice = null;
  try {
    choice = localStorage.getItem("theme");
  } catch {
    // Storage can be forbidden; the system's choice stands then.
  }
  var dark = choice === "dark" || (choice !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
  document.documentElement.dataset.theme = dark ? "dark" : "light";
})();
