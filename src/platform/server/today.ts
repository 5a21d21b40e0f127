import { dayInZone } from '#platform/contract/zone.ts';
import type { MemberContext } from './context.ts';

/** The date of the request in the business's time zone. */
export const todayOf = ({ now, session }: Pick<MemberContext, 'now' | 'session'>): string =>
  dayInZone(now, session.timeZone);
