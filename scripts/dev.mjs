/** `npm run dev`: server and web app on one address, reloaded on change. */

import getPort from 'get-port';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'vite';

let ending = false;
const webPort = Number(process.env.PORT ?? 3000);
const apiPort = await getPort({ host: '127.0.0.1' });
const api = `http://127.0.0.1:${apiPort}`;

// `--watch` waits for the server to close before it starts it again, so the data directory is never opened twice.
const server = spawn(process.execPath, ['--watch', '--watch-preserve-output', 'src/app/main.ts'], {
  stdio: ['ignore', 'inherit', 'inherit'],
  env: {
    ...process.env,
    PORT: String(apiPort),
    DRAIN_SECONDS: '0',
    PUBLIC_URL: `http://localhost:${webPort}`,
  },
});

const web = await createServer({
  configFile: 'vite.config.ts',
  server: {
    port: webPort,
    strictPort: true,
    proxy: Object.fromEntries(['/api', '/healthz', '/readyz', '/metrics'].map((path) => [path, api])),
  },
});
await web.listen();

for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void end(0));
server.once('exit', (code) => void end(code ?? 1));

async function end(code) {
  if (ending) return;
  ending = true;
  const exit = server.exitCode === null && once(server, 'exit');
  server.kill('SIGTERM');
  await web.close();
  await exit;
  process.exit(code);
}
