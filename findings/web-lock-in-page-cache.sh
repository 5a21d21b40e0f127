#!/usr/bin/env bash
# A page in Chromium's back/forward cache keeps its Web Lock from a tab that already waits, but not from one that asks later.
# Source: https://www.w3.org/TR/web-locks/ and services/web_locks in Chromium; reason `weblocks-contention` of notRestoredReasons.
# Expected: a page that was left has no locks, as a closed one, or blocks every tab alike.
# Seen in version 156: the waiting tab waits on; any later request, or even `query()`, of any name drops the page from the cache.
set -euo pipefail

browser=$(command -v chromium || command -v google-chrome || true)
[ -n "$browser" ] || { echo 'Needs chromium (the headless shell has no back/forward cache)'; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund playwright-core@1.65.1 >/dev/null
cat >test.mjs <<'JS'
import { createServer } from 'node:http';
import { chromium } from 'playwright-core';
const server = createServer((_, response) => response.setHeader('content-type', 'text/html').end('<!doctype html>'));
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
const url = `http://127.0.0.1:${server.address().port}`;
const browser = await chromium.launch({
  executablePath: process.argv[2],
  args: ['--no-sandbox', '--disable-gpu'],
  // Playwright switches the cache off.
  ignoreDefaultArgs: ['--disable-back-forward-cache'],
});
console.log(`version: Chromium ${browser.version()}, playwright-core@1.65.1`);
const context = await browser.newContext();
const [holder, waiter] = [await context.newPage(), await context.newPage()];
await holder.goto(url);
await holder.evaluate(() => {
  addEventListener('pagehide', ({ persisted }) => sessionStorage.setItem('cached', persisted));
  navigator.locks.request('a', () => new Promise(() => {}));
});
await waiter.goto(url);
await waiter.evaluate(() => {
  globalThis.granted = false;
  navigator.locks.request('a', () => (globalThis.granted = true));
});
await holder.goto(`${url}/next`);
const cached = await holder.evaluate(() => sessionStorage.getItem('cached'));
await new Promise((resolve) => setTimeout(resolve, 5000));
const before = await waiter.evaluate(() => globalThis.granted);
console.log(`page cached: ${cached}; 5 s later the waiting tab has the lock: ${before}`);
await waiter.evaluate(() => navigator.locks.query());
await waiter.waitForFunction(() => globalThis.granted, undefined, { timeout: 5000 }).catch(() => undefined);
const after = await waiter.evaluate(() => globalThis.granted);
console.log(`after navigator.locks.query() in that tab it has the lock: ${after}`);
await browser.close();
server.close();
process.exit(cached === 'true' && !before && after ? 0 : 1);
JS
node test.mjs "$browser"
echo 'So release locks in pagehide when event.persisted, and take them again in pageshow.'
