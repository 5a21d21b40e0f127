/** From when settings hold: no later one moves what was signed, closed, exported, issued or claimed (docs/settings.md). */

import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { createBilledWeeks, NOW, type BilledWeeks } from '#tests/support/factories/billedWeeks.ts';
import { setTime } from '#tests/support/factories/checkedNotes.ts';
import { listEndpoints } from '#tests/support/factories/endpointRequests.ts';
import {
  RECORD_ENDPOINTS,
  SETTING_CHANGES,
  type SettingChange,
} from '#tests/support/factories/settingChanges.ts';
import { useApi, type EndpointName } from '#tests/support/helpers/api.ts';
import { listDocuments, listReports, listUnclassified, readAll } from '#tests/support/helpers/reports.ts';

const api = useApi({ RATE_LIMITS: 'off', EXPORTS: 'on' });
let weeks: BilledWeeks;
let documents: Map<string, string>;
let reports: Map<string, string>;

const readDocuments = () => readAll(api, weeks.business.admin.token, listDocuments(weeks));
const readReports = () => readAll(api, weeks.business.admin.token, listReports(weeks));

beforeAll(async () => {
  weeks = await createBilledWeeks(api);
  [documents, reports] = await Promise.all([readDocuments(), readReports()]);
}, 120_000);

beforeEach(() => setTime(api, NOW));

const nameOf = ({ endpoint, body }: SettingChange) =>
  `${endpoint} ${Object.keys(body({ serviceIds: [] } as unknown as BilledWeeks)).join(', ')}`;

test.each(SETTING_CHANGES.map((change) => [nameOf(change), change] as const))(
  'what was closed, exported, issued and claimed stays after %s [15.settings.1]',
  async (_, { endpoint, params, body, masks = [], follows = [] }) => {
    await api.ok(weeks.business.admin.token, endpoint as EndpointName, {
      ...(params && { params: params(weeks) }),
      body: body(weeks),
    });
    const before = { documents, reports };
    [documents, reports] = await Promise.all([readDocuments(), readReports()]);
    expect(documents).toEqual(before.documents);
    const mask = (text: string) => masks.reduce((masked, pattern) => masked.replace(pattern, '…'), text);
    const maskAnswers = (answers: Map<string, string>) =>
      [...answers]
        .filter(([call]) => !follows.some((name) => call.startsWith(`${name} `) || call === name))
        .map(([call, answer]) => `${call}\n${mask(answer)}`);
    expect(maskAnswers(reports)).toEqual(maskAnswers(before.reports));
  },
  60_000,
);

test('every setting of the API is changed here and has a row with its test in docs/settings.md [15.settings.2]', async () => {
  const settings = listEndpoints(
    (_, name) => /^(PUT|PATCH) /.test(name) && !RECORD_ENDPOINTS.includes(name),
  ).flatMap(({ name, endpoint }) =>
    endpoint.body instanceof z.ZodObject
      ? Object.keys(endpoint.body.shape).map((field) => `${name} ${field}`)
      : [`${name} has no fields`],
  );
  const changed = SETTING_CHANGES.flatMap(({ endpoint, body }) =>
    Object.keys(body(weeks)).map((field) => `${endpoint} ${field}`),
  );
  // An own profile has the fields of any profile.
  const isOwnProfile = (setting: string) =>
    changed.includes(setting.replace('PUT /api/profile', 'PUT /api/users/:id/profile'));
  expect(settings.filter((setting) => !changed.includes(setting) && !isOwnProfile(setting))).toEqual([]);

  const page = await readFile('docs/settings.md', 'utf8');
  const rows = page
    .split(/^## /m)
    .slice(1)
    .flatMap((section) => {
      const [name = ''] = /(PUT|PATCH) \/api\/[\w/:-]+/.exec(section) ?? [];
      return [...section.matchAll(/^\| (`.+?`) \|.*\(\.\.\/([^)]+)\) \|$/gm)].flatMap(
        ([, fields = '', file = '']) =>
          [...fields.matchAll(/`(\w+)`/g)].map(([, field]) => ({ setting: `${name} ${field}`, file })),
      );
    });
  expect(rows.filter(({ file }) => !existsSync(file))).toEqual([]);
  expect(rows.map(({ setting }) => setting).toSorted()).toEqual(
    settings.filter((setting) => !isOwnProfileRow(setting)).toSorted(),
  );
});

/** The page lists the fields of a profile once. */
const isOwnProfileRow = (setting: string) =>
  setting.startsWith('PUT /api/profile ') && !/ email(OnReview|OnMessage)$/.test(setting);

test('every answer that is read is a report, a document or the state of now [15.settings.2]', () => {
  expect(listUnclassified([...listDocuments(weeks), ...listReports(weeks)])).toEqual([]);
});
