/** What every part of the demonstration works with. */
import { momentInZone } from '#platform/contract/zone.ts';
import { clock } from '#platform/server/clock.ts';
import type { DemoCaller } from './caller.ts';
import { AGENCY } from './cast.ts';
import type { DemoClient } from './cast.ts';

export interface DemoAgency {
  caller: DemoCaller;
  clients: (DemoClient & { id: number })[];
  /** Username to id. */
  people: Map<string, number>;
  next: () => number;
}

/** Sets the simulated time to a wall-clock moment of the agency. */
export function at(day: string, time: string): void {
  const moment = momentInZone(day, time, AGENCY.timeZone);
  clock.now = () => moment;
}
