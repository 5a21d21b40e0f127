/** Work of an earlier release in the hour that clocks show twice gets the hour that its stored moments name. */

import { expect, test } from 'vitest';
import { addBusinesses, addNotes } from '#tests/support/factories/earlierRelease.ts';
import { migrateEarlier } from '#tests/support/helpers/migratedDatabase.ts';

/** Start and end in UTC, the zone of the signing, and which hours they are. */
const WORK: [start: string, end: string, zone: string, hours: [string | null, string | null]][] = [
  ['2026-11-01T05:30Z', '2026-11-01T05:45Z', 'America/New_York', ['first', 'first']],
  ['2026-11-01T05:30Z', '2026-11-01T06:45Z', 'America/New_York', ['first', 'second']],
  ['2026-11-01T03:00Z', '2026-11-01T06:00Z', 'America/New_York', [null, 'second']],
  ['2026-11-01T05:30Z', '2026-11-01T07:00Z', 'America/New_York', ['first', null]],
  ['2026-11-01T04:59Z', '2026-11-01T07:00Z', 'America/New_York', [null, null]],
  ['2026-11-01T05:30Z', '2026-11-01T06:45Z', 'America/Phoenix', [null, null]],
  ['2026-03-08T06:30Z', '2026-03-08T07:30Z', 'America/New_York', [null, null]],
  // Back by half an hour at 2:00, and from midnight into the day before.
  ['2026-04-04T14:45Z', '2026-04-04T15:15Z', 'Australia/Lord_Howe', ['first', 'second']],
  ['2026-10-25T00:30Z', '2026-10-25T01:15Z', 'America/Nuuk', ['first', 'second']],
  ['2026-11-01T05:30Z', '2026-11-01T06:45Z', 'Nowhere/Unknown', [null, null]],
];

test('notes and hours of an earlier release get the hour of their stored moments [15.hours.7]', async () => {
  await migrateEarlier('_repeated_hours', async (pool, migrateOn) => {
    await addBusinesses(pool);
    await pool.query(`alter table notes alter column time_zone set default 'UTC'`);
    await addNotes(
      pool,
      WORK.map((_, index) => index + 1),
    );
    await pool.query(
      `insert into time_entries (business_id, client_id, employee_id, note_id, description, time_units, minutes,
         start_time, end_time, work_date, time_zone)
       select 7, 1, 1, position, 'Visit', 4, 60, moments[1]::timestamptz, moments[2]::timestamptz,
         '2026-11-01', zone
       from jsonb_to_recordset($1) as rows (position int, moments text[], zone text)`,
      [
        JSON.stringify(
          WORK.map(([start, end, zone], index) => ({ position: index + 1, moments: [start, end], zone })),
        ),
      ],
    );
    await migrateOn();
    for (const table of ['notes', 'time_entries']) {
      const { rows } = await pool.query<{ hours: [string | null, string | null] }>(
        `select array[start_occurrence, end_occurrence] as hours from ${table} order by id`,
      );
      expect([table, ...rows.map(({ hours }) => hours)]).toEqual([
        table,
        ...WORK.map(([, , , hours]) => hours),
      ]);
    }
  });
});
