import { feature } from '#platform/server/http/handlers.ts';
import { checksContract } from '#features/notes/checkContract.ts';
import { notesContract } from '#features/notes/contract.ts';
import { disputeContract } from '#features/notes/disputeContract.ts';
import { receiptContract } from '#features/notes/receiptContract.ts';
import { checksRoutes } from './checks/routes.ts';
import { listNotesOfClient } from './clientNoteReads.ts';
import { deleteNote } from './deletionActions.ts';
import { disputeRoutes } from './disputes/routes.ts';
import { listLastVisits } from './lastVisitReads.ts';
import { listManagedNotes, listNotes, listOwnNotes, readStats } from './listReads.ts';
import { readNote } from './reads.ts';
import { receiptRoutes } from './receipts/routes.ts';
import { readNoteUnits } from './unitReads.ts';
import { listMessages, listVersions } from './versionReads.ts';

export const notesRoutes = feature(
  { ...notesContract, ...checksContract, ...disputeContract, ...receiptContract },
  {
    'GET /api/notes': (context, { query }) => listNotes(context, query),
    'GET /api/notes/my': (context, { query }) => listOwnNotes(context, query),
    'GET /api/clients/:id/notes': (context, { params, query }) =>
      listNotesOfClient(context, params.id, query),
    'GET /api/notes/my/stats': (context) => readStats(context, 'own'),
    'GET /api/notes/:id': (context, { params }) => readNote(context, params.id),
    'DELETE /api/notes/:id': (context, { params }) => deleteNote(context, params.id),
    'GET /api/notes/:id/units': (context, { params }) => readNoteUnits(context, params.id),
    'GET /api/notes/:id/messages': (context, { params, query }) => listMessages(context, params.id, query),
    'GET /api/notes/:id/versions': (context, { params }) => listVersions(context, params.id),
    'GET /api/management/notes': (context, { query }) => listManagedNotes(context, query),
    'GET /api/management/stats': (context) => readStats(context, 'all'),
    'GET /api/management/last-visits': (context, { query }) => listLastVisits(context, query),
    ...checksRoutes,
    ...disputeRoutes,
    ...receiptRoutes,
  },
);
