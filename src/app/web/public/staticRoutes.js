// Part of the service worker: the browser reads files with a hash in their name from the cache without starting the worker.
// https://developer.mozilla.org/en-US/docs/Web/API/InstallEvent/addRoutes
addEventListener("install", function (event) {
  // Not in every browser; without it, the worker answers.
  if (event.addRoutes) event.addRoutes({ condition: { urlPattern: { pathname: "/assets/*" } }, source: "cache" });
});
