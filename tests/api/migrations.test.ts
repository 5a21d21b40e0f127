/** A migrated database equals a fresh one with the schema that the tables declare. */

import { generateDrizzleJson, generateMigration } from 'drizzle-kit/api-postgres';
import { expect, test } from 'vitest';
import { migrate } from '#platform/server/database/migrate.ts';
import * as schema from '#app/schema.ts';
import { addBusinesses, addNotes, billNotes } from '#tests/support/factories/earlierRelease.ts';
import { migrateEarlier, readCatalog } from '#tests/support/helpers/migratedDatabase.ts';

test('all migrations together create the schema that the tables declare', async () => {
  const empty = await generateDrizzleJson({});
  const declared = await generateDrizzleJson(schema);
  const statements = await generateMigration(empty, declared);

  const migrated = await readCatalog((pool) => migrate(pool, 'db/migrations'));
  const fresh = await readCatalog(async (pool) => {
    for (const statement of statements) await pool.query(statement);
  });
  expect(fresh.length).toBeGreaterThan(300);
  expect(migrated).toEqual(fresh);
});

test('businesses of an earlier release get the two services that notes could name [11.services.1]', async () => {
  await migrateEarlier('_services', async (pool, migrateOn) => {
    await addBusinesses(pool);
    await migrateOn();
    const { rows } = await pool.query(
      'select business_id::int as business, key, name, rounding, position from services order by 1, position',
    );
    const services = [
      { key: 'transitional', name: 'Transitional Services', rounding: 'up', position: 0 },
      { key: 'sustaining', name: 'Sustaining Services', rounding: 'up', position: 1 },
    ];
    expect(rows).toEqual([7, 8].flatMap((business) => services.map((service) => ({ business, ...service }))));
  });
});

test('businesses of an earlier release get today’s name of their time zone [15.zones.1]', async () => {
  await migrateEarlier('_zone_names', async (pool, migrateOn) => {
    await addBusinesses(pool);
    const zones = { 7: 'America/Indianapolis', 8: 'CET' };
    for (const [id, zone] of Object.entries(zones))
      await pool.query('update businesses set time_zone = $2 where id = $1', [id, zone]);
    await migrateOn();
    const { rows } = await pool.query('select time_zone as zone from businesses order by id');
    expect(rows).toEqual([{ zone: 'America/Indiana/Indianapolis' }, { zone: 'Europe/Brussels' }]);
  });
});

test('audit rows of an earlier release about a client get its id [12.record.11]', async () => {
  await migrateEarlier('_review', async (pool, migrateOn) => {
    await addBusinesses(pool);
    await pool.query(`insert into audit_log (business_id, seq, action, object, object_id, details, created_at, payload, hash)
      select 7, seq, 'changed', object, 3, details, now(), '', '' from (values
        (1, 'client', '{}'::jsonb), (2, 'units', '{}'), (3, 'document', '{"clientId": 9}'),
        (4, 'service', '{"clientId": 9}'), (5, 'assignment', '{"clientId": 9}'), (6, 'note', '{"clientId": 9}')
      ) as rows (seq, object, details)`);
    await migrateOn();
    const { rows } = await pool.query('select client_id::int as client from audit_log order by seq');
    expect(rows.map(({ client }) => client as unknown)).toEqual([3, 3, 9, 9, 9, null]);
  });
});

test('client services of an earlier release that name a service get its key, the others keep their text [11.accounts.18]', async () => {
  await migrateEarlier('_authorizations', async (pool, migrateOn) => {
    await addBusinesses(pool);
    await pool.query(`insert into services (business_id, key, name, position)
      values (7, 'transitional', 'Transitional Services', 0), (8, 'respite', 'Respite', 0)`);
    await pool.query(`insert into clients (business_id, id, company_name, contact_name)
      values (7, 1, 'C-1', 'Cleo'), (8, 2, 'C-2', 'Cora')`);
    await pool.query(`insert into client_services (business_id, client_id, service_name)
      values (7, 1, ' transitional services '), (7, 1, 'Transitional'), (7, 1, 'Respite'), (8, 2, 'Respite')`);
    await migrateOn();
    const { rows } = await pool.query(
      'select business_id::int as business, service_name as name, category, units_authorized as units from client_services order by id',
    );
    expect(rows).toEqual([
      { business: 7, name: ' transitional services ', category: 'transitional', units: null },
      { business: 7, name: 'Transitional', category: 'transitional', units: null },
      { business: 7, name: 'Respite', category: null, units: null },
      { business: 8, name: 'Respite', category: 'respite', units: null },
    ]);
  });
});

test('authorizations of an earlier release that expired without approval end on the day they were created [11.accounts.3]', async () => {
  await migrateEarlier('_ended_authorizations', async (pool, migrateOn) => {
    await addBusinesses(pool);
    await pool.query(`insert into clients (business_id, id, company_name, contact_name)
      values (7, 1, 'C-1', 'Cleo'), (8, 2, 'C-2', 'Cora')`);
    await pool.query(`insert into client_services
        (business_id, client_id, service_name, status, approved_date, start_date, expiry_date, created_at)
      select business_id, client_id, 'Respite', status, approved::date, starts::date, expires::date, '2026-03-01T12:00Z'
      from (values
        (7, 1, 'expired', null, null, null), (7, 1, 'expired', null, null, '2099-01-01'),
        (8, 2, 'expired', null, '2026-05-01', null), (8, 2, 'expired', null, null, '2026-02-01'),
        (8, 2, 'expired', '2026-02-01', null, null), (8, 2, 'approved', null, null, null)
      ) as rows (business_id, client_id, status, approved, starts, expires)`);
    await migrateOn();
    const { rows } = await pool.query('select expiry_date::text as ends from client_services order by id');
    expect(rows.map(({ ends }) => ends as unknown)).toEqual([
      '2026-03-01',
      '2026-03-01',
      '2026-05-01',
      '2026-02-01',
      null,
      null,
    ]);
  });
});

test('clients of an earlier release keep their rate, which can be removed from then on [11.services.10]', async () => {
  await migrateEarlier('_client-rate', async (pool, migrateOn) => {
    await addBusinesses(pool);
    await pool.query(`insert into clients (business_id, id, company_name, contact_name, unit_rate)
      values (7, 1, 'C-1', 'Cleo', 18.25), (8, 2, 'C-2', 'Cora', default)`);
    await migrateOn();
    const readRates = async () => {
      const { rows } = await pool.query('select unit_rate as rate from clients order by id');
      return rows.map(({ rate }) => rate as unknown);
    };
    expect(await readRates()).toEqual(['18.25', '15.00']);
    await pool.query('update clients set unit_rate = null where id = 1');
    expect(await readRates()).toEqual([null, '15.00']);
  });
});

test('payers that authorizations of an earlier release name become rows, one for each name [14.payers.3]', async () => {
  await migrateEarlier('_claims', async (pool, migrateOn) => {
    await addBusinesses(pool);
    await pool.query(`insert into clients (business_id, id, company_name, contact_name)
      values (7, 1, 'C-1', 'Cleo'), (8, 2, 'C-2', 'Cora')`);
    await pool.query(`insert into client_services (business_id, client_id, service_name, payer)
      values (7, 1, 'Care', ' County '), (7, 1, 'Care', 'county'), (7, 1, 'Care', ' '), (8, 2, 'Care', 'County')`);
    await migrateOn();
    const { rows } = await pool.query(
      `select s.business_id::int as business, lower(p.name) as payer, p.business_id::int as of
       from client_services s left join payers p on p.id = s.payer_id order by s.id`,
    );
    expect(rows).toEqual([
      { business: 7, payer: 'county', of: 7 },
      { business: 7, payer: 'county', of: 7 },
      { business: 7, payer: null, of: null },
      { business: 8, payer: 'county', of: 8 },
    ]);
    const { rows: payers } = await pool.query('select count(*)::int as count from payers');
    expect(payers).toEqual([{ count: 2 }]);
  });
});

test('checks of units of an earlier release become rows, and inactive clients a period [12.checks.38]', async () => {
  await migrateEarlier('_review', async (pool, migrateOn) => {
    await addBusinesses(pool);
    await addNotes(pool, [1, 2]);
    await pool.query(`update notes set unit_checks = '{over_units,no_authorization}' where id = 2`);
    await pool.query(`insert into clients (business_id, id, company_name, contact_name, status, updated_at)
      values (7, 2, 'C-2', 'Cora', 'inactive', '2026-01-03Z')`);
    await migrateOn();
    const { rows: checks } = await pool.query(
      'select note_id::int as note, code, level, related_note_ids as related, detail from note_checks order by code',
    );
    const check = { note: 2, level: 'warning', related: [], detail: {} };
    expect(checks).toEqual([
      { ...check, code: 'no_authorization' },
      { ...check, code: 'over_units' },
    ]);
    const { rows: periods } = await pool.query(
      'select client_id::int as client, started_at, ended_at from client_inactive_periods',
    );
    expect(periods).toEqual([{ client: 2, started_at: new Date('2026-01-03T00:00:00Z'), ended_at: null }]);
  });
});

test('notes and hours of an earlier release get the zone that was signed, and the midnight of their clock [15.settings.3]', async () => {
  await migrateEarlier('_settings_by_day', async (pool, migrateOn) => {
    await addBusinesses(pool);
    await addNotes(pool, [1, 2, 3, 4, 5]);
    await pool.query(`update businesses set time_zone = 'America/Indianapolis' where id = 7`);
    await pool.query(`update notes set start_time = '22:00', end_time = '02:30' where id = 2`);
    await pool.query(`update notes set start_time = '22:00', end_time = '00:00' where id = 3`);
    await pool.query(
      `update notes set start_time = '22:00', end_time = '02:00', work_date = '2026-04-04' where id = 4`,
    );
    await pool.query(
      `update notes set start_time = '22:00', end_time = '02:00', work_date = '2026-10-31' where id = 5`,
    );
    await pool.query(
      `insert into note_versions (business_id, note_id, version, canonical, digest, audit_seq)
      values (7, 1, 1, $1, '', 1), (7, 4, 1, $2, '', 4), (7, 5, 1, $3, '', 5)`,
      [
        { content: 'A "timeZone":"UTC" in a text', timeZone: 'America/Chicago' },
        // Clocks go back from midnight to 11 PM, and from 1 AM to midnight.
        { timeZone: 'America/Santiago' },
        { timeZone: 'America/Havana' },
      ].map((signed) => JSON.stringify(signed)),
    );
    await pool.query(`insert into time_entries (business_id, client_id, employee_id, note_id, description, time_units,
        minutes, start_time, end_time)
      values (7, 1, 1, 1, 'Visit', 4, 60, '2026-03-02T15:00Z', '2026-03-02T16:00Z'),
        (7, 1, 1, 2, 'Visit', 18, 270, '2026-03-03T03:00Z', '2026-03-03T07:30Z'),
        (7, 1, 1, 3, 'Visit', 8, 120, '2026-03-03T03:00Z', '2026-03-03T05:00Z'),
        (7, 1, 1, 4, 'Visit', 20, 300, '2026-04-05T01:00Z', '2026-04-05T06:00Z'),
        (7, 1, 1, 5, 'Visit', 20, 300, '2026-11-01T02:00Z', '2026-11-01T07:00Z')`);
    await migrateOn();
    const { rows } =
      await pool.query(`select note_id::int as note, n.time_zone as signed, t.time_zone as zone,
        t.work_date::text as day, t.midnight
      from time_entries t join notes n on n.id = t.note_id order by note_id`);
    const day = '2026-03-02';
    const indiana = { signed: 'America/Indianapolis', zone: 'America/Indianapolis', day };
    expect(rows).toEqual([
      { note: 1, signed: 'America/Chicago', zone: 'America/Chicago', day, midnight: null },
      { note: 2, ...indiana, midnight: new Date('2026-03-03T05:00Z') },
      { note: 3, ...indiana, midnight: null },
      {
        note: 4,
        signed: 'America/Santiago',
        zone: 'America/Santiago',
        day: '2026-04-04',
        midnight: new Date('2026-04-05T04:00Z'),
      },
      {
        note: 5,
        signed: 'America/Havana',
        zone: 'America/Havana',
        day: '2026-10-31',
        midnight: new Date('2026-11-01T04:00Z'),
      },
    ]);
  });
});

test('the last decision on each note of an earlier release becomes a review [12.review.9,20]', async () => {
  await migrateEarlier('_review', async (pool, migrateOn) => {
    await addBusinesses(pool);
    await addNotes(pool, [1, 2, 3, 4, 5]);
    await pool.query(`update notes set status = one.status, version = 2, reviewed_by = 9,
        reviewed_at = '2026-03-03T12:00Z', review_comment = one.comment
      from (values (1, 'resolved', null), (2, 'denied', 'Wrong day'), (3, 'in-progress', 'When?')) as one (id, status, comment)
      where notes.id = one.id`);
    // Sent for review again, and put on hold.
    await pool.query(`update notes set version = 2, status = 'in-review' where id = 5`);
    await pool.query(`insert into time_entries (business_id, client_id, employee_id, note_id, description, time_units,
        minutes, start_time, end_time, reversed_at)
      select 7, 1, 1, id, 'Visit', 4, 60, '2026-03-02T15:00Z', '2026-03-02T16:00Z', case when id = 2 then now() end from notes`);
    await migrateOn();
    const { rows } = await pool.query(
      `select business_id::int as business, note_id::int as note, version, author_id::int as author,
        reviewer_id::int as reviewer, action, comment, created_at, work_ended_at from note_reviews order by note_id`,
    );
    const review = {
      business: 7,
      version: 2,
      author: 1,
      reviewer: 9,
      created_at: new Date('2026-03-03T12:00:00Z'),
      work_ended_at: new Date('2026-03-02T16:00:00Z'),
    };
    expect(rows).toEqual([
      { ...review, note: 1, action: 'approve', comment: null },
      { ...review, note: 2, action: 'deny', comment: 'Wrong day' },
      { ...review, note: 3, action: 'return', comment: 'When?' },
    ]);
  });
});

test('notes that an earlier release put on claim batches are marked as claimed, others are not [14.claims.2]', async () => {
  await migrateEarlier('_claimed_notes', async (pool, migrateOn) => {
    await addBusinesses(pool);
    await addNotes(pool, [1, 2, 3]);
    await billNotes(pool);
    await migrateOn();
    const { rows } = await pool.query('select id::int as id, is_claimed from notes order by id');
    expect(rows).toEqual([
      { id: 1, is_claimed: true },
      { id: 2, is_claimed: false },
      { id: 3, is_claimed: false },
    ]);
  });
});

test('issued invoices of an earlier release get the name that they were issued to [14.invoice.6]', async () => {
  await migrateEarlier('_invoice_recipients', async (pool, migrateOn) => {
    await addBusinesses(pool);
    await addNotes(pool, []);
    await pool.query(
      `insert into invoices (business_id, client_id, client_ids, period_start, period_end, grouping, currency,
         created_by, state, document)
       select 7, 1, '{1}', '2026-03-01', '2026-03-31', 'visit', 'USD', 9, state, document
       from (values ('issued', $1), ('void', $1), ('draft', null)) as rows (state, document)`,
      [JSON.stringify({ billTo: { address: null, name: 'Cleo "C" Client' } })],
    );
    await migrateOn();
    const { rows } = await pool.query('select state, bill_to_name as name from invoices order by id');
    expect(rows).toEqual([
      { state: 'issued', name: 'Cleo "C" Client' },
      { state: 'void', name: 'Cleo "C" Client' },
      { state: 'draft', name: null },
    ]);
  });
});

test('invoices of an earlier release get the payer that has their name [14.invoice.129]', async () => {
  await migrateEarlier('_invoice_payers', async (pool, migrateOn) => {
    await addBusinesses(pool);
    await addNotes(pool, []);
    await pool.query(`insert into payers (business_id, id, name) values (7, 5, 'County'), (8, 6, 'State')`);
    await pool.query(
      `insert into invoices (business_id, client_ids, payer, period_start, period_end, grouping, currency, created_by)
       select 7, '{1}', payer, '2026-03-01', '2026-03-31', 'visit', 'USD', 9
       from unnest(array['COUNTY', 'State', null]) as payer`,
    );
    await migrateOn();
    const { rows } = await pool.query('select payer_id::int as payer from invoices order by id');
    expect(rows).toEqual([{ payer: 5 }, { payer: null }, { payer: null }]);
  });
});
