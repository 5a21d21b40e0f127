import { z } from 'zod';
import { contract } from '#platform/contract/endpoint.ts';
import { byId, decimal, id, idInPath, pageQuery } from '#platform/contract/fields.ts';
import { account, forecast } from '#features/clients/authorizationContract.ts';

/** Thresholds at which managers are notified, once for each account, amount and expiry date. */
export const ALERT_THRESHOLDS = ['used-80', 'used-up', 'expires-30', 'expires-7'] as const;
export type AlertThreshold = (typeof ALERT_THRESHOLDS)[number];

/** An account that needs attention. */
const forecastRow = account.omit({ level: true }).extend({
  clientId: id,
  clientName: z.string(),
  clientContactName: z.string(),
  /** Null for the general account. */
  serviceName: z.string().nullable(),
  forecast,
});

/** The available units of an account over time. */
const burnDown = z.object({
  /** One point for each day on which the balance changed, oldest first: the balance at the end of the day. */
  points: z.array(z.object({ day: z.string(), available: decimal })),
  /** Null for the general account. */
  startDate: z.string().nullable(),
  expiryDate: z.string().nullable(),
  total: decimal,
  forecast,
});

export const forecastContract = contract({
  'GET /api/forecast': {
    access: 'manager',
    summary: 'The accounts of active clients that are not on track, worst first',
    query: pageQuery,
    paged: true,
    response: z.array(forecastRow),
  },
  'GET /api/clients/:id/burn-down': {
    access: 'manager',
    summary: 'The available units of an account over time, with its forecast',
    params: byId,
    query: z.object({ authorizationId: z.literal('general').or(idInPath).default('general') }),
    response: burnDown,
  },
});
