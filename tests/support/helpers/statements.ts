import type { Api } from './api.ts';

type Any = (...given: unknown[]) => unknown;

/** How many statements reach the database while something is done, and nothing else is. */
export async function countStatements(api: Api, work: () => Promise<unknown>): Promise<number> {
  const captured = await listenerOf(api)(work);
  return captured.length;
}

const listeners = new WeakMap<Api, ReturnType<typeof captureStatements>>();

function listenerOf(api: Api): ReturnType<typeof captureStatements> {
  const listener = listeners.get(api) ?? captureStatements(api);
  listeners.set(api, listener);
  return listener;
}

export interface TenantFilterRemover {
  /** Does the work with no condition on the business in any statement of a business's transaction. */
  without<T>(work: () => Promise<T>): Promise<T>;
  /** How many conditions were taken out. */
  countRemoved(): number;
}

/** `"notes"."business_id" = $3`, and the same between two tables. */
const CONDITION = /(?:"?\w+"?\.)*"?\bbusiness_id"? = (?:(\$\d+)(?!\d)|(?:"?\w+"?\.)*"?business_id"?)/g;

/** A product whose statements can forget the business, as a new one might. */
export function createTenantFilterRemover({ server }: Api): TenantFilterRemover {
  const pool = server.services.database.pool as unknown as { connect: Any };
  const connect = pool.connect.bind(pool);
  const known = new WeakSet<object>();
  let forgets = false;
  let taken = 0;
  const forget = (text: string): string =>
    text.replace(CONDITION, (_, parameter?: string) => {
      taken += 1;
      // The parameter is still sent, so it is still named.
      return parameter ? `(${parameter}::bigint is not null)` : 'true';
    });
  const watch = (client: { query: Any }) => {
    if (known.has(client)) return;
    known.add(client);
    const run = client.query.bind(client);
    let scoped = false;
    client.query = (...given) => {
      const [first, ...rest] = given;
      const text = typeof first === 'string' ? first : (first as { text: string }).text;
      if (/^(commit|rollback)$/i.test(text)) scoped = false;
      const changed = forgets && scoped ? forget(text) : text;
      if (text.includes("set_config('app.business_id'")) scoped = true;
      return run(typeof first === 'string' ? changed : { ...(first as object), text: changed }, ...rest);
    };
  };
  pool.connect = (...given) => {
    if (given.length > 0) return connect(...given);
    return Promise.resolve(connect()).then((client) => {
      watch(client as { query: Any });
      return client;
    });
  };
  return {
    countRemoved: () => taken,
    async without(work) {
      forgets = true;
      try {
        return await work();
      } finally {
        forgets = false;
      }
    },
  };
}

/** A statement as it reached the database. */
export interface CapturedStatement {
  text: string;
  values: unknown[];
  /** Of the transaction; null outside of one of a business. */
  businessId: number | null;
}

/** Listens to all that the product sends to its database while it does something, on whichever connection. */
export function captureStatements({
  server,
}: Api): (work: () => Promise<unknown>) => Promise<CapturedStatement[]> {
  const known = new WeakSet<object>();
  let captured: CapturedStatement[] | null = null;
  const capture = (given: unknown[], businessId: number | null): CapturedStatement => {
    const [first, more] = given;
    const { text, values } =
      typeof first === 'string' ? { text: first } : (first as Partial<CapturedStatement>);
    if (text === undefined) throw new Error('A statement without a text was sent');
    const sent = Array.isArray(more) ? more : (values ?? []);
    const one = { text, values: sent, businessId };
    captured?.push(one);
    return one;
  };
  const watch = (client: { query: Any }) => {
    if (known.has(client)) return;
    const run = client.query.bind(client);
    let businessId: number | null = null;
    known.add(client);
    client.query = (...given) => {
      // With a callback it is the pool's own, which was captured there.
      if (typeof given.at(-1) === 'function') return run(...given);
      const { text, values } = capture(given, businessId);
      if (text.includes("set_config('app.business_id', $1,")) businessId = Number(values[0]);
      if (/^(commit|rollback)$/i.test(text)) businessId = null;
      return run(...given);
    };
  };
  const { pool, lookups } = server.services.database;
  for (const one of new Set([pool, lookups]) as unknown as Set<{ connect: Any; query: Any }>) {
    const { connect, query } = one;
    one.query = (...given) => {
      capture(given, null);
      return query.apply(one, given);
    };
    one.connect = (...given) => {
      // With a callback it is the pool's own query, which is captured already.
      if (given.length > 0) return connect.apply(one, given);
      return Promise.resolve(connect.apply(one)).then((client) => {
        watch(client as { query: Any });
        return client;
      });
    };
  }
  return async (work) => {
    captured = [];
    const all = captured;
    try {
      await work();
      return all;
    } finally {
      captured = null;
    }
  };
}
