import { z } from 'zod';
import { contract } from './endpoint.ts';

export const eventsContract = contract({
  'GET /api/events': {
    access: 'member',
    summary:
      'Server-sent events: which lists changed (`changed` with `topics`); the page asks for them again',
    response: z.string(),
    raw: true,
  },
});
