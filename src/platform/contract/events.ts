import { z } from 'zod';
import { contract } from './endpoint.ts';

export const eventsContract = contract({
  'GET /api/events': {
    access: 'member',
    summary:
      'Server-sent events: which lists changed (`changed` with `topics`, `own` for a write of the same user); the page fetches them again',
    response: z.string(),
    raw: true,
  },
});
