/** The stored files of claim batches, and their verification. */

import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { claimColumnLabels } from '#features/invoices/claimRules.ts';
import { createCounty } from '#tests/support/factories/claims.ts';
import { useApi } from '#tests/support/helpers/api.ts';
import { findFault } from '#tests/support/helpers/expectInvariants.ts';

const api = useApi({ RATE_LIMITS: 'off' });

test('a changed line, total or file of a claim batch is found by the verification [14.claims.7]', async () => {
  const { calls, claim, business, readCsv } = await createCounty(api);
  await calls.approve();
  const { body: batch } = await claim();
  const fault = () => findFault(api, 'claims');
  expect(await fault()).toBeNull();
  await api.sql(`update claim_lines set content = content || '{"units": "8.00"}' where claim_batch_id = $1`, [
    batch.id,
  ]);
  expect(await fault()).toMatch(new RegExp(`claim batch ${batch.id}: its lines were changed$`));
  await api.sql(`update claim_lines set content = content || '{"units": "9.00"}' where claim_batch_id = $1`, [
    batch.id,
  ]);
  await api.sql('update claim_batches set total = 1 where id = $1', [batch.id]);
  expect(await fault()).toMatch(/its total was changed$/);
  await api.sql('update claim_batches set total = $2 where id = $1', [batch.id, batch.total]);
  await api.sql(`update claim_files set csv = replace(csv, '99.90', '98.90') where claim_batch_id = $1`, [
    batch.id,
  ]);
  expect(await fault()).toMatch(/its file was changed$/);
  await api.sql(`update claim_files set csv = replace(csv, '98.90', '99.90') where claim_batch_id = $1`, [
    batch.id,
  ]);
  expect(await fault()).toBeNull();
  const csv = await readCsv(batch.id);
  await api.sql('delete from claim_files where claim_batch_id = $1', [batch.id]);
  expect(await fault()).toMatch(/its file is missing$/);
  await api.sql('insert into claim_files values ($1, $2, $3)', [business.id, batch.id, csv]);
  expect(await fault()).toBeNull();
});

test('the file of a claim batch keeps its bytes when a release changes a heading [14.claims.5,7]', async () => {
  const { calls, claim, readCsv } = await createCounty(api);
  await calls.approve();
  const { body: batch } = await claim();
  const csv = await readCsv(batch.id);
  expect(createHash('sha256').update(csv).digest('hex')).toBe(batch.digest);
  const { client } = claimColumnLabels;
  claimColumnLabels.client = 'Member';
  try {
    expect(await readCsv(batch.id)).toBe(csv);
    expect(await findFault(api, 'claims')).toBeNull();
  } finally {
    claimColumnLabels.client = client;
  }
});

test('the file of a batch that an earlier release made is written from its lines [14.claims.5,7]', async () => {
  const { calls, claim, readCsv } = await createCounty(api);
  await calls.approve();
  const { body: batch } = await claim();
  // That release wrote an apostrophe before every dash.
  await api.sql(
    `update claim_lines set content = content || '{"client": "- Li"}' where claim_batch_id = $1`,
    [batch.id],
  );
  const [line] = batch.lines;
  const csv = (await readCsv(batch.id)).replace(`"${line?.client}"`, `"'- Li"`);
  const digest = createHash('sha256').update(csv).digest('hex');
  await api.sql('update claim_batches set digest = $2 where id = $1', [batch.id, digest]);
  await api.sql('delete from claim_files where claim_batch_id = $1', [batch.id]);
  await api.sql('alter table audit_log disable trigger user');
  await api.sql(
    `update audit_log set details = details - 'linesDigest' || jsonb_build_object('digest', $2::text)
     where object = 'claim_batch' and object_id = $1`,
    [batch.id, digest],
  );
  await api.sql('alter table audit_log enable trigger user');
  expect(await readCsv(batch.id)).toBe(csv);
  expect(await findFault(api, 'claims')).toBeNull();
  const setUnits = (units: string) =>
    api.sql(
      `update claim_lines set content = content || jsonb_build_object('units', $2::text) where claim_batch_id = $1`,
      [batch.id, units],
    );
  await setUnits('8.00');
  expect(await findFault(api, 'claims')).toMatch(/its lines were changed$/);
  await setUnits('9.00');
});
