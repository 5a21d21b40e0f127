import { expect, test } from 'vitest';
import { regionOf } from './region.ts';

test('a time zone belongs to a country, whatever name of it is stored', () => {
  const zones = {
    'America/New_York': 'US',
    'America/Indianapolis': 'US',
    'America/Indiana/Indianapolis': 'US',
    'Europe/London': 'GB',
    'Asia/Kolkata': 'IN',
    'Asia/Calcutta': 'IN',
    'Europe/Belgrade': 'RS',
    'Africa/Nairobi': 'KE',
    'America/Curacao': 'CW',
    UTC: null,
    'Antarctica/Troll': null,
  };
  const regions = Object.keys(zones).map((zone) => [zone, regionOf(zone)]);
  expect(Object.fromEntries(regions)).toEqual(zones);
});
