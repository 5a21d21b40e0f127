/** The visits behind 'Would we pass?'. */

import { and, asc, eq, gte, lte } from 'drizzle-orm';
import type { AnswerOf, RequestOf } from '#platform/contract/endpoint.ts';
import { getWeek } from '#platform/contract/weeks.ts';
import type { MemberContext } from '#platform/server/context.ts';
import { readInBusiness } from '#platform/server/tenancy.ts';
import { listWeekStarts } from '#features/businesses/server/reads.ts';
import { authorizations } from '#features/clients/server/tables.ts';
import { notes } from '#features/notes/server/tables.ts';
import { MAX_GAP_VISITS, type packetsContract } from '#features/packets/contract.ts';
import { findGaps } from '#features/packets/rules.ts';
import { fullNameOf } from '#features/people/rules.ts';
import { users } from '#features/people/server/tables.ts';
import { services } from '#features/services/server/tables.ts';
import { whereVisit } from './readinessReads.ts';
import { ruleColumns, joinAuthorizations, joinServices, toRuleInput } from './ruleInputReads.ts';

type Gaps = (typeof packetsContract)['GET /api/packets/gaps'];

/** The visits of a week with a gap, the earliest first. As in `readReadiness`, signatures are not verified. */
export const listGapVisits = (
  context: MemberContext,
  { week, gap }: RequestOf<Gaps>['query'],
): Promise<AnswerOf<Gaps>> =>
  readInBusiness(context, async (tx) => {
    const { start, end } = getWeek(week, await listWeekStarts(tx));
    const visits = await tx
      .select({
        noteId: notes.id,
        clientName: notes.clientContactName,
        author: { username: users.username, firstName: users.firstName, lastName: users.lastName },
        workDate: notes.workDate,
        startTime: notes.startTime,
        status: notes.status,
        ruleInput: ruleColumns(tx),
      })
      .from(notes)
      .innerJoin(services, joinServices(tx))
      .innerJoin(users, and(tx.inTenant(users), eq(users.id, notes.authorId)))
      .leftJoin(authorizations, joinAuthorizations(tx))
      .where(and(tx.inTenant(notes), gte(notes.workDate, start), lte(notes.workDate, end), whereVisit()))
      .orderBy(asc(notes.workDate), asc(notes.startTime), asc(notes.id));
    const rows = visits
      .map(({ author, ruleInput, ...visit }) => ({
        ...visit,
        employeeName: fullNameOf(author),
        gaps: findGaps(toRuleInput(ruleInput, true)),
      }))
      .filter(({ gaps }) => (gap === undefined ? gaps.length > 0 : gaps.includes(gap)));
    return { start, end, total: rows.length, rows: rows.slice(0, MAX_GAP_VISITS) };
  });
