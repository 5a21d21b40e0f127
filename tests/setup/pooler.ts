/** pgbouncer in transaction mode before the server of a run, with one connection for each database. */
import { spawn } from 'node:child_process';
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import getPort from 'get-port';
import { installPackage, isExecutable } from '../world/packages.ts';
import { temporaryFolder, unprivilegedAccount } from '../world/postgres.ts';

export interface Pooler {
  port: number;
  stop(): Promise<void>;
}

const PLACES = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer', '/opt/homebrew/bin/pgbouncer'];

/**
 * Starts it before the server at `behind`, for one account, which needs no password. Throws with its own words when it
 * does not come up.
 */
export async function startPooler(behind: string, user: string): Promise<Pooler> {
  const program = poolerPath();
  const account = process.getuid?.() === 0 ? unprivilegedAccount() : undefined;
  const folder = mkdtempSync(join(temporaryFolder(account), 'quarterhour-pgbouncer-'));
  const [file, users] = [join(folder, 'pgbouncer.ini'), join(folder, 'users.txt')];
  const port = await getPort({ host: '127.0.0.1' });
  writeFileSync(file, configuration(new URL(behind), port, users));
  writeFileSync(users, `"${user}" ""\n`);
  if (account) for (const path of [folder, file, users]) chownSync(path, account.uid, account.gid);
  const pooler = spawn(program, [file], { ...account, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
  const ended = new Promise<void>((resolve) => pooler.once('close', () => resolve()));
  const end = () => pooler.kill('SIGTERM');
  process.on('exit', end);
  await new Promise<void>((resolve, reject) => {
    let said = '';
    pooler.stderr.setEncoding('utf8').on('data', (text: string) => {
      said = (said + text).slice(-8_000);
      if (said.includes('process up')) resolve();
    });
    pooler.once('error', reject);
    pooler.once('exit', () => reject(new Error(`pgbouncer did not start:\n${said}`)));
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

/** Every database of the server by its own name. */
const configuration = (behind: URL, port: number, users: string): string => `
[databases]
* = host=127.0.0.1 port=${behind.port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${users}
pool_mode = transaction
default_pool_size = 1
max_client_conn = 500
`;

/** Path of the program, installed where it is missing and can be. */
function poolerPath(): string {
  if (!PLACES.some(isExecutable)) installPackage('pgbouncer', 'the tests behind a pooler');
  const found = PLACES.find(isExecutable);
  if (found === undefined) throw new Error('No pgbouncer found. Install the package pgbouncer.');
  return found;
}
