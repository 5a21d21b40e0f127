import { feature } from '#platform/server/http/handlers.ts';
import { searchContract } from '#features/search/contract.ts';
import { searchNotes } from './reads.ts';

export const searchRoutes = feature(searchContract, {
  'GET /api/notes/search': (context, { query }) => searchNotes(context, query),
});
