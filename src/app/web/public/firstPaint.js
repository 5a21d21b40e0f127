// Runs before the first paint: sets the theme (the rest is in platform/web/theme.ts), and whether a user is signed in.
(function () {
  var choice = null;
  var isSignedIn = false;
  try {
    choice = localStorage.getItem("theme");
    isSignedIn = localStorage.getItem("auth_token") !== null;
  } catch {
    // Storage is blocked: follow the system, signed out.
  }
  var dark = choice === "dark" || (choice !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
  document.documentElement.dataset.theme = dark ? "dark" : "light";
  // A client's receipt looks the same to everyone (publicPath.ts).
  if (isSignedIn && !location.pathname.startsWith("/r/")) document.documentElement.dataset.signedIn = "";
})();
