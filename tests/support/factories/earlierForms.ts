/** Signed notes as earlier releases froze them. */

import { canonicalJson } from '#platform/server/canonicalJson.ts';
import { sha256Hex } from '#platform/server/secrets.ts';
import type { Api } from '#tests/support/helpers/api.ts';

/** The forms before the newest one. */
export const EARLIER = [1, 2, 3, 4].map((number) => `quarterhour-note-${number}`);
const MEMBERS_OF_V2 = ['service', 'rounding', 'account'];
const MEMBERS_OF_V3 = ['capture', 'signer', 'clock'];
const MEMBERS_OF_V4 = ['startOccurrence', 'endOccurrence', 'signedMinutes', 'signedUnits'];
const MEMBERS_OF_V5 = ['billingSha256', 'recordedAt'];
/** The members that each form adds. */
const ADDED = [[], MEMBERS_OF_V2, MEMBERS_OF_V3, MEMBERS_OF_V4, MEMBERS_OF_V5];
/** Members that the form does not have yet. */
export const listMissing = (form: string): string[] => ADDED.slice(EARLIER.indexOf(form) + 1).flat();

/** Rewrites the only version of a note, whose audit row is the newest, as a release with the form wrote it. */
export async function storeEarlierForm(
  api: Api,
  form: string,
  { businessId, noteId }: { businessId: number; noteId: number },
): Promise<void> {
  const key = [businessId, noteId];
  const [version] = await api.sql<{ canonical: string; digest: string; billing: string; seq: number }>(
    `select canonical, digest, billing, audit_seq as seq from note_versions where business_id = $1 and note_id = $2`,
    key,
  );
  if (!version) throw new Error('The note has no version');
  const signed = JSON.parse(version.canonical) as { account: object; recordedAt: string };
  const { unitRate, reference } = JSON.parse(version.billing) as Record<string, unknown>;
  const missing = Object.fromEntries(listMissing(form).map((name) => [name, undefined]));
  const account = { ...signed.account, reference };
  // A version had one time, that of its request.
  const times = { employeeSignedAt: signed.recordedAt, clientSignedAt: signed.recordedAt };
  const canonical = canonicalJson({ ...signed, form, unitRate, account, ...times, ...missing });
  const digest = sha256Hex(canonical);
  for (const table of ['note_versions', 'audit_log'])
    await api.sql(`alter table ${table} disable trigger user`);
  await api.sql(
    'update note_versions set canonical = $3, digest = $4, billing = null where business_id = $1 and note_id = $2',
    [...key, canonical, digest],
  );
  await api.sql(
    'update notes set employee_signed_at = $3, client_signed_at = $3 where business_id = $1 and id = $2',
    [...key, signed.recordedAt],
  );
  const row = [businessId, version.seq];
  await api.sql(
    `update audit_log set payload = replace(payload, $3, $4), details = replace(details::text, $3, $4)::jsonb
      where business_id = $1 and seq = $2`,
    [...row, version.digest, digest],
  );
  const [chained] = await api.sql<{ hash: Buffer }>(
    `select sha256(before.hash || convert_to(one.payload, 'UTF8')) as hash
      from audit_log as one join audit_log as before on before.business_id = one.business_id and before.seq = one.seq - 1
      where one.business_id = $1 and one.seq = $2`,
    row,
  );
  for (const table of ['audit_log', 'audit_heads'])
    await api.sql(`update ${table} set hash = $3 where business_id = $1 and seq = $2`, [
      ...row,
      chained?.hash,
    ]);
}
