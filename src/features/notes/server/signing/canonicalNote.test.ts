import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { buildBillingText, digestOfBilling, isBillingSigned, maskCanonical } from './billingText.ts';
import {
  canonicalNote,
  digestOf,
  isUnchanged,
  type CanonicalInput,
  type SigningMetadata,
} from './canonicalNote.ts';

const at = (time: string) => new Date(`2026-03-02T${time}:00.000Z`);

const note: CanonicalInput = {
  businessId: 1,
  noteId: 2,
  columns: {
    version: 3,
    clientId: 4,
    clientName: 'Miller House',
    clientContactName: 'Zoë Miller',
    authorId: 5,
    authorName: 'Eve Worker',
    authorDepartment: null,
    title: 'Visit',
    category: 'sustaining',
    priority: 'low',
    tags: ['home', '"quoted"'],
    content: 'Cooked.\nCleaned.',
    research: 'None needed.',
    summary: 'All done.',
    workDate: '2026-03-02',
    startTime: '09:00',
    endTime: '10:05',
    timeZone: 'America/Chicago',
    timeUnitsUsed: '5.00',
    minutes: 65,
    rounding: 'up',
    authorizationId: null,
    capture: null,
    clock: null,
    startOccurrence: null,
    endOccurrence: null,
    signedMinutes: null,
    signedUnits: null,
    signer: null,
    employeeSignedAt: at('16:10'),
    clientSignedAt: at('16:10'),
  },
  start: at('15:00'),
  end: at('16:05'),
  signatures: { employeeSignatureSha256: 'a'.repeat(64), clientSignatureSha256: 'b'.repeat(64) },
};

const metadata: SigningMetadata = {
  form: 'quarterhour-note-1',
  timeZone: 'America/Chicago',
  unitRate: '15.00',
  billingSha256: null,
  recordedAt: null,
  ip: '203.0.113.7',
  userAgent: null,
  passwordIssuedAt: null,
  service: null,
  account: null,
};

const metadataV2: SigningMetadata = {
  ...metadata,
  form: 'quarterhour-note-2',
  service: { name: 'Sustaining Services', code: 'H2015' },
  account: { authorizationId: null, reference: null },
};

const metadataV3: SigningMetadata = {
  ...metadataV2,
  form: 'quarterhour-note-3',
};

/** Written offline and signed by a representative, who typed the name. */
const captured: CanonicalInput = {
  ...note,
  columns: {
    ...note.columns,
    capture: {
      offline: true,
      deviceNow: '2026-03-02T10:11:00.000-06:00',
      begunAt: '2026-03-02T10:00:00.000-06:00',
      employeeSignedAt: '2026-03-02T10:06:00.000-06:00',
      clientSignedAt: '2026-03-02T10:05:30.000-06:00',
      submittedAt: '2026-03-02T10:06:30.000-06:00',
      elapsedMs: { begun: 0, employeeSigned: 360_000, clientSigned: 330_000, submitted: 390_000 },
      receivedAt: '2026-03-02T16:10:00.000Z',
      clockDifferenceMs: 60_000,
    },
    clock: { startedAt: '2026-03-02T15:01:00.000Z', endedAt: '2026-03-02T16:04:00.000Z' },
    signer: { kind: 'representative', name: 'Ann Miller', relation: 'Mother', reason: null, typed: 'Ann' },
  },
};

/** The forms as released: the evidence of signed notes verifies only while these bytes stay the same. */
const FROZEN = String.raw`{"authorDepartment":null,"authorId":5,"authorName":"Eve Worker","businessId":1,"category":"sustaining","clientContactName":"Zoë Miller","clientId":4,"clientName":"Miller House","clientSignatureSha256":"bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb","clientSignedAt":"2026-03-02T16:10:00.000Z","content":"Cooked.\nCleaned.","employeeSignatureSha256":"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa","employeeSignedAt":"2026-03-02T16:10:00.000Z","end":"2026-03-02T16:05:00.000Z","endTime":"10:05","form":"quarterhour-note-1","ip":"203.0.113.7","minutes":65,"noteId":2,"passwordIssuedAt":null,"priority":"low","research":"None needed.","start":"2026-03-02T15:00:00.000Z","startTime":"09:00","summary":"All done.","tags":["home","\"quoted\""],"timeUnitsUsed":"5.00","timeZone":"America/Chicago","title":"Visit","unitRate":"15.00","userAgent":null,"version":3,"workDate":"2026-03-02"}`;
const FROZEN_V2 = String.raw`{"account":{"authorizationId":null,"reference":null},"authorDepartment":null,"authorId":5,"authorName":"Eve Worker","businessId":1,"category":"sustaining","clientContactName":"Zoë Miller","clientId":4,"clientName":"Miller House","clientSignatureSha256":"bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb","clientSignedAt":"2026-03-02T16:10:00.000Z","content":"Cooked.\nCleaned.","employeeSignatureSha256":"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa","employeeSignedAt":"2026-03-02T16:10:00.000Z","end":"2026-03-02T16:05:00.000Z","endTime":"10:05","form":"quarterhour-note-2","ip":"203.0.113.7","minutes":65,"noteId":2,"passwordIssuedAt":null,"priority":"low","research":"None needed.","rounding":"up","service":{"code":"H2015","key":"sustaining","name":"Sustaining Services"},"start":"2026-03-02T15:00:00.000Z","startTime":"09:00","summary":"All done.","tags":["home","\"quoted\""],"timeUnitsUsed":"5.00","timeZone":"America/Chicago","title":"Visit","unitRate":"15.00","userAgent":null,"version":3,"workDate":"2026-03-02"}`;
const FROZEN_V3 = String.raw`{"account":{"authorizationId":null,"reference":null},"authorDepartment":null,"authorId":5,"authorName":"Eve Worker","businessId":1,"capture":{"begunAt":"2026-03-02T10:00:00.000-06:00","clientSignedAt":"2026-03-02T10:05:30.000-06:00","clockDifferenceMs":60000,"deviceNow":"2026-03-02T10:11:00.000-06:00","elapsedMs":{"begun":0,"clientSigned":330000,"employeeSigned":360000,"submitted":390000},"employeeSignedAt":"2026-03-02T10:06:00.000-06:00","offline":true,"receivedAt":"2026-03-02T16:10:00.000Z","submittedAt":"2026-03-02T10:06:30.000-06:00"},"category":"sustaining","clientContactName":"Zoë Miller","clientId":4,"clientName":"Miller House","clientSignatureSha256":"bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb","clientSignedAt":"2026-03-02T16:10:00.000Z","clock":{"endedAt":"2026-03-02T16:04:00.000Z","startedAt":"2026-03-02T15:01:00.000Z"},"content":"Cooked.\nCleaned.","employeeSignatureSha256":"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa","employeeSignedAt":"2026-03-02T16:10:00.000Z","end":"2026-03-02T16:05:00.000Z","endTime":"10:05","form":"quarterhour-note-3","ip":"203.0.113.7","minutes":65,"noteId":2,"passwordIssuedAt":null,"priority":"low","research":"None needed.","rounding":"up","service":{"code":"H2015","key":"sustaining","name":"Sustaining Services"},"signer":{"kind":"representative","name":"Ann Miller","reason":null,"relation":"Mother","typed":"Ann"},"start":"2026-03-02T15:00:00.000Z","startTime":"09:00","summary":"All done.","tags":["home","\"quoted\""],"timeUnitsUsed":"5.00","timeZone":"America/Chicago","title":"Visit","unitRate":"15.00","userAgent":null,"version":3,"workDate":"2026-03-02"}`;

test('the second form adds service, rounding rule and account, byte for byte the released one', () => {
  expect(canonicalNote(note, metadataV2)).toBe(FROZEN_V2);
  expect(isUnchanged(FROZEN_V2, note)).toBe(true);
  const change = (columns: Partial<CanonicalInput['columns']>) => ({
    ...note,
    columns: { ...note.columns, ...columns },
  });
  expect(isUnchanged(FROZEN_V2, change({ rounding: 'nearest' }))).toBe(false);
  expect(isUnchanged(FROZEN_V2, change({ category: 'transitional' }))).toBe(false);
  expect(isUnchanged(FROZEN_V2.replace('note-2', 'note-1'), note)).toBe(false);
  expect(isUnchanged(FROZEN_V2.replace('"reference":null', '"reference":7'), note)).toBe(false);
  // The first form has no rule: each started unit counted.
  expect(isUnchanged(FROZEN, note)).toBe(true);
  expect(isUnchanged(FROZEN, change({ rounding: 'nearest' }))).toBe(false);
});

test('the third form adds capture, signer and clock, byte for byte the released one [13.evidence.1]', () => {
  expect(canonicalNote(captured, metadataV3)).toBe(FROZEN_V3);
  expect(isUnchanged(FROZEN_V3, captured)).toBe(true);
  const change = (columns: Partial<CanonicalInput['columns']>) => ({
    ...captured,
    columns: { ...captured.columns, ...columns },
  });
  expect(isUnchanged(FROZEN_V3, change({ capture: null }))).toBe(false);
  expect(isUnchanged(FROZEN_V3, change({ signer: null }))).toBe(false);
  expect(isUnchanged(FROZEN_V3, change({ clock: null }))).toBe(false);
  expect(isUnchanged(FROZEN_V3, change({ rounding: 'nearest' }))).toBe(false);
  expect(isUnchanged(FROZEN_V3.replace('note-3', 'note-2'), captured)).toBe(false);
  expect(isUnchanged(FROZEN_V3.replace('"startedAt"', '"started"'), captured)).toBe(false);
  // The earlier forms have none of them.
  expect(isUnchanged(FROZEN_V2, change({ signer: null }))).toBe(false);
  expect(isUnchanged(FROZEN, change({ capture: null }))).toBe(false);
});

/** From the first into the second of a repeated hour, with another length that was signed. */
const repeated: CanonicalInput = {
  ...captured,
  columns: {
    ...captured.columns,
    startOccurrence: 'first',
    endOccurrence: 'second',
    signedMinutes: 60,
    signedUnits: '4.00',
  },
};
const metadataV4: SigningMetadata = { ...metadataV3, form: 'quarterhour-note-4' };
const FROZEN_V4 = FROZEN_V3.replace('note-3', 'note-4')
  .replace('"endTime"', '"endOccurrence":"second","endTime"')
  .replace('"signer"', '"signedMinutes":60,"signedUnits":"4.00","signer"')
  .replace('"startTime"', '"startOccurrence":"first","startTime"');

test('the fourth form adds the hours and the length that was signed, byte for byte the released one [15.hours.11]', () => {
  expect(canonicalNote(repeated, metadataV4)).toBe(FROZEN_V4);
  expect(isUnchanged(FROZEN_V4, repeated)).toBe(true);
  const change = (columns: Partial<CanonicalInput['columns']>) => ({
    ...repeated,
    columns: { ...repeated.columns, ...columns },
  });
  const changes = [{ startOccurrence: null }, { endOccurrence: 'first' }, { signedMinutes: 61 }] as const;
  for (const columns of [...changes, { signedUnits: '5.00' }, { clock: null }])
    expect(isUnchanged(FROZEN_V4, change(columns))).toBe(false);
  expect(isUnchanged(FROZEN_V4.replace('note-4', 'note-3'), repeated)).toBe(false);
  // Rows of earlier forms may name the hours of the signed moments, which clocks showed once.
  expect(isUnchanged(FROZEN_V3, { ...captured, columns: repeated.columns })).toBe(false);
});

const BILLING = '{"reference":"PA-7","salt":"0123456789abcdef0123456789abcdef","unitRate":"15.00"}';
const metadataV5: SigningMetadata = {
  ...metadataV4,
  form: 'quarterhour-note-5',
  unitRate: null,
  billingSha256: digestOfBilling(BILLING),
  recordedAt: '2026-03-02T16:10:00.250Z',
  account: { authorizationId: null },
};
const FROZEN_V5 = FROZEN_V4.replace('note-4', 'note-5')
  .replace('"account":{"authorizationId":null,"reference":null}', '"account":{"authorizationId":null}')
  .replace(
    '"businessId"',
    '"billingSha256":"17d82ebbf382b364b3fae1402c777a2644683eecf83099b0c28678852b70a949","businessId"',
  )
  .replace('"research"', '"recordedAt":"2026-03-02T16:10:00.250Z","research"')
  .replace('"unitRate":"15.00",', '');

test('the fifth form has the digest of rate and reference instead of both, byte for byte the released one [15.evidence.1]', () => {
  expect(canonicalNote(repeated, metadataV5)).toBe(FROZEN_V5);
  expect(isUnchanged(FROZEN_V5, repeated)).toBe(true);
  expect(maskCanonical(FROZEN_V5)).toEqual({ canonical: FROZEN_V5, masked: [] });
  expect(FROZEN_V5).not.toMatch(/unitRate|reference|15\.00/);
  for (const other of [
    FROZEN_V5.replace('note-5', 'note-4'),
    FROZEN_V5.replace('"userAgent"', '"unitRate":null,"userAgent"'),
    FROZEN_V5.replace('{"authorizationId":null}', '{"authorizationId":null,"reference":null}'),
    FROZEN_V5.replace(/"billingSha256":"\w+",/, ''),
    FROZEN_V5.replace(/"recordedAt":"[^"]+",/, ''),
  ])
    expect([other === FROZEN_V5, isUnchanged(other, repeated)]).toEqual([false, false]);
  const frozen = JSON.parse(FROZEN_V5) as Record<string, unknown>;
  expect(isBillingSigned(frozen, BILLING)).toBe(true);
  for (const billing of [
    null,
    '',
    BILLING.replace('15.00', '16.00'),
    BILLING.replace('salt":"0', 'salt":"1'),
  ])
    expect(isBillingSigned(frozen, billing)).toBe(false);
  const earlier = JSON.parse(FROZEN_V4) as Record<string, unknown>;
  expect([isBillingSigned(earlier, null), isBillingSigned(earlier, BILLING)]).toEqual([true, false]);
});

test('the billing text has a salt of its own, so that its digest does not give a rate away [15.evidence.1]', () => {
  const billing = { unitRate: '15.00', reference: null };
  const [first, second] = [buildBillingText(billing), buildBillingText(billing)];
  expect(first).toMatch(/^\{"reference":null,"salt":"[\da-f]{32}","unitRate":"15\.00"\}$/);
  expect(first).not.toBe(second);
});

test('authors read the earlier forms without rate and reference [15.evidence.2]', () => {
  expect(maskCanonical(FROZEN)).toEqual({
    canonical: FROZEN.replace('"unitRate":"15.00",', ''),
    masked: ['unitRate'],
  });
  for (const canonical of [FROZEN_V2, FROZEN_V3, FROZEN_V4])
    expect(maskCanonical(canonical)).toEqual({
      canonical: canonical.replace(',"reference":null', '').replace('"unitRate":"15.00",', ''),
      masked: ['unitRate', 'account.reference'],
    });
});

test('docs/evidence.md names each member of the newest form [13.evidence.3]', () => {
  const page = readFileSync(new URL('../../../../../docs/evidence.md', import.meta.url), 'utf8');
  const listMembers = (value: object): string[] =>
    Object.entries(value).flatMap(([name, member]: [string, unknown]) => [
      name,
      ...(typeof member === 'object' && member !== null && !Array.isArray(member) ? listMembers(member) : []),
    ]);
  const members = [FROZEN_V4, FROZEN_V5, BILLING].flatMap((one) => listMembers(JSON.parse(one) as object));
  expect(members.filter((name) => !new RegExp(`\\b${name}\`|\`${name}\\b`).test(page))).toEqual([]);
});

test('the third form of a note that the client did not sign has nulls [13.evidence.1]', () => {
  const unsigned = {
    ...note,
    columns: { ...note.columns, clientSignedAt: null },
    signatures: { ...note.signatures, clientSignatureSha256: null },
  };
  const canonical = canonicalNote(unsigned, metadataV3);
  for (const member of ['clientSignedAt', 'clientSignatureSha256', 'capture', 'signer', 'clock'])
    expect(canonical).toContain(`"${member}":null`);
  expect(isUnchanged(canonical, unsigned)).toBe(true);
  expect(isUnchanged(canonical, note)).toBe(false);
});

describe('the canonical form of a signed note', () => {
  test('is byte for byte the released one', () => {
    expect(canonicalNote(note, metadata)).toBe(FROZEN);
    expect(digestOf(FROZEN)).toBe('45eee416c99c9dc6fe49690de7e81a914934e102a4a27d298e10c88d62f4f37e');
  });

  test('leaves out columns that are not in the list of signed columns', () => {
    const columns = { ...note.columns, excerpt: 'Cooked.', status: 'resolved' };
    expect(canonicalNote({ ...note, columns }, metadata)).toBe(FROZEN);
  });

  test('differs when a signed column or the form changes [P-6]', () => {
    for (const passwordIssuedAt of [null, at('08:00').toISOString()]) {
      const canonical = canonicalNote(note, { ...metadata, passwordIssuedAt });
      const change = (columns: Partial<CanonicalInput['columns']>) => ({
        ...note,
        columns: { ...note.columns, ...columns },
      });
      expect(isUnchanged(canonical, note)).toBe(true);
      expect(isUnchanged(canonical, change({ minutes: 66 }))).toBe(false);
      expect(isUnchanged(canonical, change({ clientContactName: 'Mario Miller' }))).toBe(false);
      expect(isUnchanged(canonical.replace('passwordIssuedAt', 'passwordIssued'), note)).toBe(false);
      expect(isUnchanged(canonical.replace('note-1', 'note-2'), note)).toBe(false);
    }
  });
});
