/** Plans of statements that the server sends. */

import type { Api } from './api.ts';
import type { CapturedStatement } from './statements.ts';

interface Options {
  businessId: number;
  /** `generic` plans know no values, as those of a prepared statement after some executions. */
  mode: 'custom' | 'generic';
  /** Executes the statement and adds the pages that it reads. */
  analyze?: boolean;
}

/** The plan of a statement as the application's role executes it. */
export async function explainStatement(
  api: Api,
  { text, values }: Pick<CapturedStatement, 'text' | 'values'>,
  { businessId, mode, analyze = false }: Options,
): Promise<string> {
  const client = await api.server.services.database.pool.connect();
  try {
    await client.query(
      `begin; select set_config('role', 'quarterhour_app', true), set_config('app.business_id', '${businessId}', true),
         set_config('plan_cache_mode', 'force_${mode}_plan', true)`,
    );
    await client.query(`prepare explained as ${text}`);
    const options = analyze ? '(analyze, buffers, timing off)' : '';
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(
      `explain ${options} execute explained (${values.map(toLiteral).join(', ')})`,
    );
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  } finally {
    await client.query('rollback');
    client.release(true);
  }
}

/** The plan of a statement with its values in its text: Citus does not explain some prepared statements. */
export async function explainWithValues(
  api: Api,
  { text, values }: Pick<CapturedStatement, 'text' | 'values'>,
): Promise<string> {
  const client = await api.server.services.database.pool.connect();
  try {
    await client.query(`begin; select set_config('role', 'quarterhour_app', true)`);
    const literal = text.replaceAll(/\$(\d+)/g, (_, index: string) => toLiteral(values[Number(index) - 1]));
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain ${literal}`);
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  } finally {
    await client.query('rollback');
    client.release(true);
  }
}

/** The statements whose plan on Citus has more than one task, with the numbers of tasks. */
export async function listMultiShardStatements(
  api: Api,
  statements: readonly Pick<CapturedStatement, 'text' | 'values'>[],
): Promise<string[]> {
  const several: string[] = [];
  for (const { text, values } of statements) {
    const plan = await explainWithValues(api, { text, values });
    const counts = [...plan.matchAll(/Task Count: (\d+)/g)].map(([, count]) => Number(count));
    if (counts.some((count) => count > 1)) several.push(`${counts.join()}: ${text}`);
  }
  return several;
}

/** Selects the statements that PostgreSQL can explain. */
export const isExplainable = ({ text }: Pick<CapturedStatement, 'text'>): boolean =>
  /^\s*(select|insert|update|delete|with)/i.test(text) && !text.includes('set_config');

const toLiteral = (value: unknown): string =>
  value === null || value === undefined ? 'null' : `'${toText(value).replaceAll("'", "''")}'`;

function toText(value: unknown): string {
  if (Buffer.isBuffer(value)) return `\\x${value.toString('hex')}`;
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return `{${value.map((one) => JSON.stringify(toText(one))).join()}}`;
  return typeof value === 'string' ? value : JSON.stringify(value);
}
