import { useQuery } from '@tanstack/react-query';
import { useEffect, useLayoutEffect, useState } from 'react';
import { readMoment, type Moment } from '#platform/web/clock.ts';
import { acceptRunning, sendChanges, useClockState } from './clockState.ts';
import { visitClockQuery } from './queries.ts';

const TICK_MS = 10_000;

/** The visit clock of the user: the server's, unless this browser has changes to send. */
export function useVisitClock() {
  const state = useClockState();
  const { data, dataUpdatedAt } = useQuery(visitClockQuery());
  // Before the paint, so that the clock does not appear later than what has loaded with it.
  useLayoutEffect(() => {
    if (data !== undefined) acceptRunning(data);
  }, [data, dataUpdatedAt]);
  return state;
}

/** The current moment, which advances while the page is visible. */
export function useTicking(): Moment {
  const [moment, setMoment] = useState(readMoment);
  useEffect(() => {
    let timer: number | undefined;
    const tick = () => {
      setMoment(readMoment());
      void sendChanges();
    };
    const follow = () => {
      clearInterval(timer);
      if (document.hidden) return;
      tick();
      timer = window.setInterval(tick, TICK_MS);
    };
    follow();
    document.addEventListener('visibilitychange', follow);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', follow);
    };
  }, []);
  return moment;
}
