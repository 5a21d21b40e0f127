/** In these nights clocks change in London, where `api-abroad` runs, or in New York, and not at the business. */

import { expect, test } from 'vitest';
import { createBusiness } from '#tests/support/factories/businesses.ts';
import { createClient } from '#tests/support/factories/clients.ts';
import { createSignedNote } from '#tests/support/factories/notes.ts';
import { useApi } from '#tests/support/helpers/api.ts';

const api = useApi({ RATE_LIMITS: 'off' });

test.each([
  ['America/Phoenix', '2026-10-25', ['00:30', '01:30'], 60],
  ['America/Chicago', '2026-10-25', ['00:30', '01:30'], 60],
  ['America/Phoenix', '2026-03-29', ['00:45', '01:45'], 60],
  ['Asia/Kolkata', '2026-11-01', ['01:30', '02:30'], 60],
  ['Europe/London', '2026-10-25', ['00:30', '01:30'], 60],
  ['Europe/London', '2026-10-25', ['00:30', '02:30'], 180],
  ['America/New_York', '2026-11-01', ['00:30', '02:30'], 180],
])(
  'in %s on %s a visit of %j has %i minutes, whatever the zone of the server [15.zones.5]',
  async (timeZone, workDate, [startTime, endTime], minutes) => {
    const business = await createBusiness(api, { form: { timeZone } });
    const client = await createClient(api, business);
    const { id } = await createSignedNote(api, business.admin, {
      clientId: client.id,
      workDate,
      startTime,
      endTime,
    });
    const [note] = await api.sql('select minutes, time_units_used::float as units from notes where id = $1', [
      id,
    ]);
    expect(note).toEqual({ minutes, units: minutes / 15 });
  },
);
