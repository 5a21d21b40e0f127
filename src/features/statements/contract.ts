/** The statement of a client: visits and units of a period. */

import { z } from 'zod';
import { contract } from '#platform/contract/endpoint.ts';
import { byId, calendarDay } from '#platform/contract/fields.ts';
import { LANGUAGES } from '#features/clients/contract.ts';
import { DAY_MESSAGE, validateRange } from '#features/payroll/rules.ts';

/** The most visits of a statement, which covers a year at most. */
export const MAX_VISITS = 5_000;

const day = calendarDay(DAY_MESSAGE);

export const statementsContract = contract({
  'GET /api/clients/:id/statement': {
    access: 'manager',
    summary: "A client's visits, used units and balances of a period as a PDF, by default in their language",
    params: byId,
    query: z
      .object({ from: day, to: day, language: z.enum(LANGUAGES).optional() })
      .superRefine(({ from, to }, check) => {
        const message = validateRange(from, to);
        if (message) check.addIssue({ code: 'custom', path: ['to'], message });
      }),
    response: z.string(),
    raw: true,
  },
});
