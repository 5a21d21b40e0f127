import { expect, test } from 'vitest';
import { CURRENT_ZONES } from '#tests/support/helpers/zoneNames.ts';
import { isSameZone } from './zone.ts';
import { listZoneNames, toZoneName } from './zoneNames.ts';

test('the zones to choose from are those of zone.tab, and UTC [15.zones.1]', () => {
  expect(listZoneNames()).toEqual([...CURRENT_ZONES, 'UTC'].sort());
  expect(CURRENT_ZONES.filter((name) => toZoneName(name) !== name)).toEqual([]);
});

test.each([
  ['America/Indianapolis', 'America/Indiana/Indianapolis'],
  ['Asia/Calcutta', 'Asia/Kolkata'],
  ['Asia/Katmandu', 'Asia/Kathmandu'],
  ['Europe/Kiev', 'Europe/Kyiv'],
  ['US/Pacific', 'America/Los_Angeles'],
  ['Canada/Eastern', 'America/Toronto'],
  ['Australia/ACT', 'Australia/Sydney'],
  ['Atlantic/Jan_Mayen', 'Arctic/Longyearbyen'],
  ['america/chicago', 'America/Chicago'],
  ['Etc/Zulu', 'UTC'],
  ['Europe/Oslo', 'Europe/Oslo'],
])('%s is %s today [15.zones.1]', (name, current) => {
  expect(toZoneName(name)).toBe(current);
  expect(isSameZone(name, current)).toBe(true);
  expect(isSameZone(name, 'Antarctica/Troll')).toBe(false);
});

test.each(['CET', 'BST', 'GMT', 'Etc/GMT+5', 'SystemV/EST5', '+05:30', 'Europe/Nowhere', 'utc', ''])(
  '%j is not a time zone that a business can have [15.zones.2]',
  (name) => {
    expect(toZoneName(name)).toBe(null);
  },
);
