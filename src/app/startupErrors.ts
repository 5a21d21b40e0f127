/** Formats startup errors that the operator can fix, each in one line that explains how. */

import { SettingsError, type Settings } from '#platform/server/settings.ts';

type Where = Pick<Settings, 'host' | 'port' | 'databaseUrl'>;

interface SystemError extends Error {
  code?: string;
  syscall?: string;
}

/** Returns the error as a line for the operator, or the error itself when it is unexpected. */
export function toStartupError(error: unknown, where: Where): unknown {
  if (!(error instanceof Error)) return error;
  const line =
    listenFailure(error, where) ?? (where.databaseUrl && databaseFailure(error, where.databaseUrl));
  return line ? new SettingsError([line]) : error;
}

function listenFailure({ code, syscall }: SystemError, { host, port }: Where): string | null {
  if (code === 'EADDRINUSE')
    return `PORT: ${port} is in use by another program. Stop that one, or start with another PORT.`;
  if (syscall === 'listen' && code === 'EACCES')
    return `PORT: ${port} is not open to this account. Start with a PORT above 1023.`;
  if (code === 'EADDRNOTAVAIL') return `HOST: ${host} is not an address of this machine. Correct it.`;
  return null;
}

/** Connection refused, unknown host name, or a timeout. */
const AWAY = /^E(CONN|HOST|NET|NOTFOUND|AI_AGAIN|TIMEDOUT|PIPE)/;
const NO_ANSWER = /timeout exceeded when trying to connect|Connection terminated/;
/** SQLSTATE classes: no connection, wrong account, no such database, out of resources, starting or stopping. */
const REFUSED = /^(08|28|3D|53|57P)/;

function databaseFailure({ code = '', message }: SystemError, databaseUrl: string): string | null {
  // The address without its password.
  const { host } = new URL(databaseUrl);
  if (AWAY.test(code) || NO_ANSWER.test(message)) {
    const why = code ? ` (${code})` : '';
    return `DATABASE_URL: no PostgreSQL server answers at ${host}${why}. Start it, or correct the address.`;
  }
  if (!REFUSED.test(code)) return null;
  return `DATABASE_URL: the server at ${host} reports: ${message}. Correct the account or the name of the database.`;
}
