/** Loaded before a program (`--import`): starts its clock at `STARTS_AT`. */

import { clock } from '#platform/server/clock.ts';

const offsetMs = Date.parse(process.env['STARTS_AT'] ?? '') - Date.now();
if (Number.isNaN(offsetMs)) throw new Error('STARTS_AT is not a date');
clock.now = () => new Date(Date.now() + offsetMs);
