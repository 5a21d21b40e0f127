/** 'Would we pass?': the visits without a gap by week. */

import { and, count, gte, isNull, lte, ne, sql } from 'drizzle-orm';
import { addDays } from '#platform/contract/days.ts';
import type { AnswerOf } from '#platform/contract/endpoint.ts';
import { endOfWeek, listWeeks } from '#platform/contract/weeks.ts';
import { dayInZone } from '#platform/contract/zone.ts';
import type { MemberContext } from '#platform/server/context.ts';
import { readInBusiness, type BusinessTransaction } from '#platform/server/tenancy.ts';
import { listWeekStarts } from '#features/businesses/server/reads.ts';
import { authorizations } from '#features/clients/server/tables.ts';
import { notes } from '#features/notes/server/tables.ts';
import type { packetsContract } from '#features/packets/contract.ts';
import { findGaps, type Gap } from '#features/packets/rules.ts';
import { services } from '#features/services/server/tables.ts';
import { ruleColumns, joinAuthorizations, joinServices, toRuleInput } from './ruleInputReads.ts';

type Readiness = AnswerOf<(typeof packetsContract)['GET /api/packets/readiness']>;

/** Full weeks before the current one, whose visits are still being reviewed. */
const WEEKS = 8;

/** The last 8 full weeks, oldest first. Signatures are not verified here, which takes a second for 500 visits. */
export const readReadiness = (context: MemberContext): Promise<Readiness> =>
  readInBusiness(context, async (tx) => {
    const today = dayInZone(context.now, context.session.timeZone);
    const weekStarts = await listWeekStarts(tx);
    const starts = listWeeks(today, weekStarts, WEEKS + 1);
    const groups = await countByRuleInput(tx, starts);
    return {
      weeks: starts.slice(0, WEEKS).map((start, index) => {
        const ofWeek = groups.filter(({ week }) => week === index + 1);
        return { start, end: endOfWeek(start, weekStarts), ...summarize(ofWeek) };
      }),
    };
  });

type Groups = Awaited<ReturnType<typeof countByRuleInput>>;

/** Counts the visits that are alike, so that the number of rows does not grow with that of visits. */
function countByRuleInput(tx: BusinessTransaction, starts: readonly string[]) {
  const [first = '', current = ''] = [starts[0], starts.at(-1)];
  const visits = tx
    .select({
      week: sql<number>`width_bucket(${notes.workDate}, ${`{${starts.join()}}`}::date[])`.as('week'),
      ...ruleColumns(tx),
    })
    .from(notes)
    .innerJoin(services, joinServices(tx))
    .leftJoin(authorizations, joinAuthorizations(tx))
    .where(
      and(
        tx.inTenant(notes),
        gte(notes.workDate, first),
        lte(notes.workDate, addDays(current, -1)),
        whereVisit(),
      ),
    )
    .as('visits');
  const { week, isApproved, isDisputed, isClientSigned, authorizationRequired, isBilledToPayer } = visits;
  const { isAuthorized, minutes, rounding, units, checks } = visits;
  const ruleInput = {
    isApproved,
    isDisputed,
    isClientSigned,
    authorizationRequired,
    isBilledToPayer,
    isAuthorized,
    minutes,
    rounding,
    units,
    checks,
  };
  return tx
    .select({ week, ...ruleInput, visits: count() })
    .from(visits)
    .groupBy(week, ...Object.values(ruleInput))
    .execute();
}

/** Visits: notes that are neither denied nor deleted. */
export const whereVisit = () => and(ne(notes.status, 'denied'), isNull(notes.deletedAt));

function summarize(groups: Groups): Pick<Readiness['weeks'][number], 'visits' | 'passing' | 'gaps'> {
  const gaps: Partial<Record<Gap, number>> = {};
  let [all, passing] = [0, 0];
  for (const { visits, week: _, ...ruleInput } of groups) {
    const gapsOfVisits = findGaps(toRuleInput(ruleInput, true));
    all += visits;
    if (gapsOfVisits.length === 0) passing += visits;
    for (const gap of gapsOfVisits) gaps[gap] = (gaps[gap] ?? 0) + visits;
  }
  return { visits: all, passing, gaps };
}
