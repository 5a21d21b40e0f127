/**
 * Converts the quarter hours around the clock changes of `zoneChanges.json` and writes the results to standard output,
 * in the zone of the host that TZ names: in the process itself, and in a thread of it.
 */

import { once } from 'node:events';
import { isMainThread, parentPort, Worker } from 'node:worker_threads';
import { clockInZone, resolveTime, startOfDay, toInstant } from '#platform/contract/zone.ts';
import { listQuarterHours } from './zoneTable.ts';

const results = listQuarterHours().map(({ zone, at, clock }) => {
  const time = { day: clock.slice(0, 10), time: clock.slice(11, 16) };
  return {
    localTime: clockInZone(new Date(at), zone),
    resolved: resolveTime(time, zone),
    instants: [toInstant(time, zone), toInstant({ ...time, occurrence: 'second' }, zone)],
    starts: startOfDay(time.day, zone),
  };
});
const text = JSON.stringify(results);

if (isMainThread) {
  const [inThread] = (await once(new Worker(import.meta.filename), 'message')) as [string];
  process.stdout.write(JSON.stringify({ inProcess: text, isSameInThread: inThread === text }));
} else {
  parentPort?.postMessage(text);
}
