#!/usr/bin/env bash
# A geolocation watch that lost its permission stays dead when the permission returns.
# Source: https://www.w3.org/TR/geolocation/#watchposition-method; third_party/blink/renderer/modules/geolocation in Chromium.
# Expected: watchPosition(), which is to watch until clearWatch(), reports positions again once the user allows it again.
# Seen in version 156: after PERMISSION_DENIED the old watch reports nothing; a new one, started on `change`, does.
set -euo pipefail

browser=$(command -v chromium || command -v google-chrome || true)
[ -n "$browser" ] || { echo 'Needs chromium'; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund playwright-core@1.65.1 >/dev/null
cat >test.mjs <<'JS'
import { createServer } from 'node:http';
import { chromium } from 'playwright-core';
const server = createServer((_, response) => response.setHeader('content-type', 'text/html').end('<!doctype html>'));
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
const browser = await chromium.launch({ executablePath: process.argv[2], args: ['--no-sandbox', '--disable-gpu'] });
console.log(`version: Chromium ${browser.version()}, playwright-core@1.65.1`);
const context = await browser.newContext({ geolocation: { latitude: 10, longitude: 20 } });
const page = await context.newPage();
await page.goto(`http://127.0.0.1:${server.address().port}`);
await context.grantPermissions(['geolocation']);
await page.evaluate(async () => {
  globalThis.seen = [];
  const watch = (name) =>
    navigator.geolocation.watchPosition(
      ({ coords }) => seen.push(`${name} ${coords.latitude}`),
      ({ code }) => seen.push(`${name} error ${code}`),
    );
  watch('old');
  const status = await navigator.permissions.query({ name: 'geolocation' });
  status.addEventListener('change', () => {
    seen.push(status.state);
    if (status.state === 'granted') watch('new');
  });
});
const waitFor = (text) =>
  page.waitForFunction((wanted) => seen.includes(wanted), text, { timeout: 10_000 });
await waitFor('old 10');
await context.clearPermissions();
await waitFor('prompt').catch(() => undefined);
await context.setGeolocation({ latitude: 11, longitude: 20 });
await context.grantPermissions([]);
await new Promise((resolve) => setTimeout(resolve, 1000));
await context.grantPermissions(['geolocation']);
await context.setGeolocation({ latitude: 12, longitude: 20 });
await waitFor('new 12').catch(() => undefined);
await context.setGeolocation({ latitude: 13, longitude: 20 });
await waitFor('new 13').catch(() => undefined);
const seen = await page.evaluate(() => globalThis.seen);
console.log(`seen: ${seen.join(', ')}`);
await browser.close();
server.close();
process.exit(seen.some((one) => one.startsWith('old error')) && !seen.includes('old 13') && seen.includes('new 13') ? 0 : 1);
JS
node test.mjs "$browser"
