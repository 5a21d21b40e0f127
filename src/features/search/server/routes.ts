import type { Handlers } from '#platform/server/http/handlers.ts';
import type { searchContract } from '#features/search/contract.ts';
import { searchNotes } from './reads.ts';

export const searchRoutes: Handlers<typeof searchContract> = {
  'GET /api/notes/search': (context, { query }) => searchNotes(context, query),
};
