/** Rows as an earlier release stored them, for tests of migrations; the businesses have the ids 7 and 8. */

import { cp, mkdtemp, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';

/** Copies the migrations before the one whose name ends with `next`. @returns the new folder, for the caller to remove */
export async function copyMigrationsBefore(next: string): Promise<string> {
  const folders = (await readdir('db/migrations')).toSorted();
  const count = folders.findIndex((name) => name.endsWith(next));
  if (count < 1) throw new Error(`No migration before ${next}`);
  const earlier = await mkdtemp(join(tmpdir(), 'migrations-'));
  for (const folder of folders.slice(0, count))
    await cp(join('db/migrations', folder), join(earlier, folder), { recursive: true });
  return earlier;
}

/** Pending notes of the author 1, beside the manager 9, for the client 1. */
export async function addNotes(pool: pg.Pool, ids: number[]): Promise<void> {
  await pool.query(`insert into services (business_id, key, name, position) values (7, 'care', 'Care', 0)`);
  await pool.query(`insert into users (business_id, id, username, password_hash, role)
    values (7, 1, 'ana', 'none', 'employee'), (7, 9, 'max', 'none', 'manager')`);
  await pool.query(
    `insert into clients (business_id, id, company_name, contact_name) values (7, 1, 'C-1', 'Cleo')`,
  );
  await pool.query(
    `insert into notes (business_id, id, client_id, client_name, client_contact_name, title, content,
      excerpt, category, author_id, author_name, minutes, work_date, start_time, end_time, research, summary,
      employee_signed_at, client_signed_at)
    select 7, id, 1, 'C-1', 'Cleo', 'Visit', 'Visit', 'Visit', 'care', 1, 'Ana', 60, '2026-03-02', '09:00', '10:00',
      '', '', '2026-03-02T16:00Z', '2026-03-02T16:00Z'
    from unnest($1::bigint[]) as id`,
    [ids],
  );
}

export const addBusinesses = (pool: pg.Pool) =>
  pool.query(`insert into businesses (id, name, address, phone, email)
    values (7, 'First', '1 Main Street', '555 0100', 'a@first.example'),
      (8, 'Second', '2 Main Street', '555 0101', 'b@second.example')`);

/** Puts note 1 on a claim batch, note 2 on a draft, and leaves the others unbilled. */
export async function billNotes(pool: pg.Pool): Promise<void> {
  await pool.query(`update notes set status = 'resolved', is_billed = id < 3`);
  await pool.query(`insert into payers (business_id, id, name) values (7, 5, 'County')`);
  await pool.query(`insert into claim_batches (business_id, id, payer_id, payer_name, period_start, period_end, currency,
      columns, total, digest, created_by)
    values (7, 6, 5, 'County', '2026-03-01', '2026-03-31', 'USD', '{date}', 40, '', 9)`);
  await pool.query(`insert into invoices (business_id, id, client_id, client_ids, period_start, period_end, grouping,
      currency, created_by)
    values (7, 6, 1, '{1}', '2026-03-01', '2026-03-31', 'visit', 'USD', 9)`);
  await pool.query(`insert into billed_notes (business_id, note_id, claim_batch_id, invoice_id, version, units, unit_rate)
    values (7, 1, 6, null, 1, 4, 10), (7, 2, null, 6, 1, 4, 10)`);
}
