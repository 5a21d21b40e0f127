import type { Api } from './api.ts';

/** Tables with chained digests and pictures, which all readers of a note may see, and with digests of downloads. */
const NOT_SECRET = ['audit_heads', 'audit_log', 'export_jobs', 'note_signatures', 'note_versions'];

/** The values of all columns with hashes or encrypted data, in the encodings that a response would use. */
export async function listStoredSecrets(api: Api): Promise<[column: string, values: string[]][]> {
  const columns = await api.sql<{ table: string; name: string; bytes: boolean }>(
    `select table_name as table, column_name as name, data_type = 'bytea' as bytes
     from information_schema.columns
     where table_schema = 'public' and table_name <> all ($1)
       and (data_type = 'bytea' or (data_type = 'text' and column_name ~ 'hash|secret|sealed|token'))`,
    [NOT_SECRET],
  );
  return Promise.all(
    columns.map(async ({ table, name, bytes }): Promise<[string, string[]]> => {
      const encodings = bytes ? [`encode("${name}", 'hex')`, `encode("${name}", 'base64')`] : [`"${name}"`];
      const selects = encodings.map(
        (encoding) => `select ${encoding} as value from "${table}" where "${name}" is not null`,
      );
      const rows = await api.sql<{ value: string }>(selects.join(' union all '));
      return [`${table}.${name}`, rows.map(({ value }) => value).filter((value) => value.length > 8)];
    }),
  );
}
