/** The SQL statements that the server sends, to count, capture or change them. */

import type { Api } from './api.ts';

/** A statement as it reaches the database. */
export interface CapturedStatement {
  text: string;
  values: unknown[];
  /** The tenant of its transaction; null outside of one. */
  businessId: number | null;
  /** The same object for all statements of a write transaction; null outside of one. */
  transaction: object | null;
}

/** Matches statements that do not belong to the request: the use of the session, notifications, mails. */
export const isUnrelated = (text: string): boolean =>
  /^update "sessions"|pg_notify|"outgoing_mails"/.test(text);

type Scope = Pick<CapturedStatement, 'businessId' | 'transaction'>;
const OUTSIDE: Scope = { businessId: null, transaction: null };

/** May return another text to send. */
type Handler = (statement: CapturedStatement) => string | void;
type Query = (...args: unknown[]) => unknown;
type RunReads = (businessId: number, work: () => Promise<unknown>) => Promise<unknown>;

const handlersOf = new WeakMap<object, Set<Handler>>();

/** Wraps the pools and connections of the server once. @returns the functions that receive each statement */
function listHandlers({ server }: Api): Set<Handler> {
  const { database } = server.services;
  const handlers = handlersOf.get(database) ?? new Set();
  if (handlersOf.has(database)) return handlers;
  handlersOf.set(database, handlers);
  const handle = ([first, more]: unknown[], { businessId, transaction }: Scope) => {
    const config = typeof first === 'string' ? { text: first } : (first as Partial<CapturedStatement>);
    if (config.text === undefined) throw new Error('A statement without a text was sent');
    const values = Array.isArray(more) ? more : (config.values ?? []);
    const statement = { text: config.text, values, businessId, transaction };
    const text = [...handlers].reduce((last, handler) => handler(statement) ?? last, config.text);
    return { ...statement, toSend: text === config.text ? first : { ...config, text } };
  };
  const wrapped = new WeakSet<object>();
  const wrapConnection = (connection: { query: Query; runReads: RunReads }) => {
    if (wrapped.has(connection)) return;
    wrapped.add(connection);
    const query = connection.query.bind(connection);
    let scope = OUTSIDE;
    connection.query = (...args) => {
      // The pool's own queries have a callback and are handled at the pool.
      if (typeof args.at(-1) === 'function') return query(...args);
      const { text, toSend } = handle(args, scope);
      if (/^begin\b/i.test(text)) scope = { businessId: null, transaction: {} };
      const tenant = /SET LOCAL app\.business_id = (\d+)/.exec(text);
      if (tenant) scope = { ...scope, businessId: Number(tenant[1]) };
      if (/^(commit|rollback)$/i.test(text)) scope = OUTSIDE;
      return query(toSend, ...args.slice(1));
    };
    const runReads = connection.runReads.bind(connection);
    connection.runReads = (id, work) => {
      scope = { businessId: id, transaction: null };
      return runReads(id, work).finally(() => {
        scope = OUTSIDE;
      });
    };
  };
  const pools = new Set([database.pool, database.lookups]) as unknown as Set<{
    connect: Query;
    query: Query;
  }>;
  for (const pool of pools) {
    const { connect, query } = pool;
    pool.query = (...args) => {
      handle(args, OUTSIDE);
      return query.apply(pool, args);
    };
    pool.connect = (...args) => {
      if (args.length > 0) return connect.apply(pool, args);
      return Promise.resolve(connect.apply(pool)).then((connection) => {
        wrapConnection(connection as Parameters<typeof wrapConnection>[0]);
        return connection;
      });
    };
  }
  return handlers;
}

/** Captures all statements that the server sends during some work, on any connection. */
export function captureStatements(api: Api): (work: () => Promise<unknown>) => Promise<CapturedStatement[]> {
  const handlers = listHandlers(api);
  return async (work) => {
    const statements: CapturedStatement[] = [];
    const capture = (statement: CapturedStatement) => void statements.push(statement);
    handlers.add(capture);
    await work().finally(() => handlers.delete(capture));
    return statements;
  };
}

/** How many statements the server sends during some work; nothing else may run at the same time. */
export const countStatements = async (api: Api, work: () => Promise<unknown>): Promise<number> =>
  (await captureStatements(api)(work)).length;

export interface TenantFilterRemover {
  /** Runs the work without any condition on the business in the statements of its transactions. */
  without<T>(work: () => Promise<T>): Promise<T>;
  countRemoved(): number;
}

/** `"notes"."business_id" = $3`, and the same between two tables. */
const CONDITION = /(?:"?\w+"?\.)*"?\bbusiness_id"? = (?:(\$\d+)(?!\d)|(?:"?\w+"?\.)*"?business_id"?)/g;

/** Removes the tenant's condition from statements, as a bug might. */
export function createTenantFilterRemover(api: Api): TenantFilterRemover {
  const handlers = listHandlers(api);
  let removed = 0;
  const remove = ({ text, businessId }: CapturedStatement) => {
    if (businessId === null) return text;
    return text.replace(CONDITION, (_, parameter?: string) => {
      removed += 1;
      // The parameter is still sent, so the text still needs it.
      return parameter ? `(${parameter}::bigint is not null)` : 'true';
    });
  };
  return {
    countRemoved: () => removed,
    without(work) {
      handlers.add(remove);
      return work().finally(() => handlers.delete(remove));
    },
  };
}
