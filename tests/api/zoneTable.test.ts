/** Times around clock changes, on hosts of six zones, against tzdata's own list of changes and against PostgreSQL. */

import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { useApi } from '#tests/support/helpers/api.ts';
import { clockAt, listQuarterHours, momentsOf } from '#tests/support/helpers/zoneTable.ts';

const api = useApi();

const HOSTS = [
  'UTC',
  'Europe/London',
  'America/New_York',
  'America/Havana',
  'Australia/Lord_Howe',
  'Africa/Cairo',
];

interface Converted {
  localTime: { day: string; time: string; occurrence: string | null };
  resolved: { kind: string; instant?: string; first?: string; second?: string };
  instants: [string, string];
  starts: string;
}

async function convertOn(host: string): Promise<{ inProcess: string; isSameInThread: boolean }> {
  const program = 'tests/support/helpers/convertTimes.ts';
  const options = { env: { ...process.env, TZ: host, NODE_OPTIONS: '' }, maxBuffer: 100_000_000 };
  const { stdout } = await promisify(execFile)(process.execPath, ['--no-warnings', program], options);
  return JSON.parse(stdout) as { inProcess: string; isSameInThread: boolean };
}

const toIso = (at: number) => new Date(at).toISOString();

test(
  'hosts of six zones, in processes and threads, convert each quarter hour around clock changes as tzdata lists them [15.zones.5]',
  { timeout: 120_000 },
  async () => {
    const results = [];
    for (const host of HOSTS) results.push(await convertOn(host));
    expect(results.map(({ isSameInThread }) => isSameInThread)).toEqual(HOSTS.map(() => true));
    const [first] = results;
    expect(results.every(({ inProcess }) => inProcess === first?.inProcess)).toBe(true);

    const converted = JSON.parse(first?.inProcess ?? '') as Converted[];
    const quarterHours = listQuarterHours();
    expect(quarterHours.length).toBeGreaterThan(3000);
    for (const [index, { zone, at, clock }] of quarterHours.entries()) {
      const moments = momentsOf(zone, clock).map(toIso);
      const kind = ['skipped', 'unique', 'repeated'][moments.length];
      const localTime = clockAt(zone, at);
      const sameClock = momentsOf(zone, localTime);
      const occurrence = sameClock.length === 1 ? null : at === sameClock[0] ? 'first' : 'second';
      const { resolved, instants, localTime: computed } = converted[index] ?? {};
      expect({ zone, clock, kind: resolved?.kind, ...computed }).toEqual({
        zone,
        clock,
        kind,
        day: localTime.slice(0, 10),
        time: localTime.slice(11),
        occurrence,
      });
      const [, moved] = instants ?? [];
      expect(instants).toEqual([moments[0] ?? moved, moments.at(-1) ?? moved]);
    }
    await compareWithPostgres(converted);
  },
);

/** PostgreSQL takes the second of a repeated time, or the first where that has the standard offset. */
async function compareWithPostgres(converted: Converted[]): Promise<void> {
  const quarterHours = listQuarterHours();
  const rows = await api.sql<{ localTime: string; instant: Date }>(
    `select to_char(to_timestamp(at / 1000) at time zone zone, 'YYYY-MM-DD HH24:MI') as "localTime",
       clock::timestamp at time zone zone as instant
     from unnest($1::text[], $2::float8[], $3::text[]) with ordinality as hours (zone, at, clock, position)
     order by position`,
    [
      quarterHours.map(({ zone }) => zone),
      quarterHours.map(({ at }) => at),
      quarterHours.map(({ clock }) => clock),
    ],
  );
  expect(rows).toHaveLength(converted.length);
  for (const [index, { localTime, instant }] of rows.entries()) {
    const { localTime: computed, instants } = converted[index] ?? {};
    expect([quarterHours[index], `${computed?.day} ${computed?.time}`]).toEqual([
      quarterHours[index],
      localTime,
    ]);
    expect(instants).toContain(instant.toISOString());
  }
}
