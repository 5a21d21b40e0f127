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

const toLiteral = (value: unknown): string =>
  Buffer.isBuffer(value) ? `'\\x${value.toString('hex')}'` : `'${String(value).replaceAll("'", "''")}'`;
