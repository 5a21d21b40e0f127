/** `npm run dev`: both halves with reload on change, on one address, which the server prints when it is up. */
import { spawn } from 'node:child_process';
import { bootstrap } from './bootstrap.mjs';

await bootstrap();
const { default: getPort } = await import('get-port');
const { createServer } = await import('vite');

let ending = false;
const webPort = Number(process.env.PORT ?? 3000);
const apiPort = await getPort({ host: '127.0.0.1' });
const api = `http://127.0.0.1:${apiPort}`;

// `--watch` lets the server close well before it starts again, so the data directory is never opened twice.
const server = spawn(process.execPath, ['--watch', '--watch-preserve-output', 'src/app/main.ts'], {
  stdio: ['ignore', 'inherit', 'inherit'],
  env: { ...process.env, PORT: String(apiPort), PUBLIC_URL: `http://localhost:${webPort}` },
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
  const ended = server.exitCode === null && new Promise((resolve) => server.once('exit', resolve));
  server.kill('SIGTERM');
  await web.close();
  await ended;
  process.exit(code);
}
