/** pgbouncer as deploy/ configures it, in transaction mode, in front of a test server. */

import getPort from 'get-port';
import { spawn } from 'node:child_process';
import { chownSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureProgram } from '#tests/support/helpers/packages.ts';
import { temporaryFolder, unprivilegedAccount } from '#tests/support/helpers/postgres.ts';

export interface Pooler {
  port: number;
  stop(): Promise<void>;
}

/**
 * Starts pgbouncer in front of the server at `behind`, for one account without a password, with this many connections
 * to each database.
 * @throws with its output when it does not start
 */
export async function startPooler(behind: string, user: string, connections: number): Promise<Pooler> {
  const program = ensureProgram('pgbouncer', 'the tests behind a pooler');
  const account = process.getuid?.() === 0 ? unprivilegedAccount() : undefined;
  const folder = mkdtempSync(join(temporaryFolder(account), 'quarterhour-pgbouncer-'));
  const [file, users] = [join(folder, 'pgbouncer.ini'), join(folder, 'users.txt')];
  const port = await getPort({ host: '127.0.0.1' });
  const variables = {
    DB_HOST: '127.0.0.1',
    DB_PORT: new URL(behind).port,
    LISTEN_ADDR: '127.0.0.1',
    LISTEN_PORT: String(port),
    AUTH_TYPE: 'trust',
    AUTH_FILE: users,
    POOL_SIZE: String(connections),
  };
  writeFileSync(file, filledIn('deploy/pgbouncer.ini', variables));
  writeFileSync(users, `"${user}" ""\n`);
  if (account) for (const path of [folder, file, users]) chownSync(path, account.uid, account.gid);
  const pooler = spawn(program, [file], { ...account, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
  const ended = new Promise<void>((resolve) => pooler.once('close', () => resolve()));
  const end = () => pooler.kill('SIGTERM');
  process.on('exit', end);
  await new Promise<void>((resolve, reject) => {
    let output = '';
    pooler.stderr.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-8_000);
      if (output.includes('process up')) resolve();
    });
    pooler.once('error', reject);
    pooler.once('exit', () => reject(new Error(`pgbouncer did not start:\n${output}`)));
  });
  return {
    port,
    async stop() {
      process.off('exit', end);
      end();
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Reads a file and substitutes its variables, as envsubst does. */
function filledIn(path: string, variables: Record<string, string>): string {
  return readFileSync(path, 'utf8').replace(/\$\{(\w+)\}/g, (text, name: string) => variables[name] ?? text);
}
