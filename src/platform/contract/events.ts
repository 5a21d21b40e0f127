import { z } from 'zod';
import { contract } from './endpoint.ts';

export const eventsContract = contract({
  'GET /api/events': {
    access: 'member',
    summary:
      'Server-sent events: which lists changed (`changed` with `topics`, `own` for a write of the same user); the page fetches them again',
    query: z.object({
      /** Milliseconds since the page sent its first request: the changes of this period are sent first. */
      since: z.coerce.number().int().min(0).optional(),
    }),
    response: z.string(),
    raw: true,
  },
});
