import { feature } from '#platform/server/http/handlers.ts';
import { documentsContract } from '#features/documents/contract.ts';
import { deleteDocument, recordDocument, uploadDocument } from './actions.ts';
import { downloadDocument, listDocuments } from './reads.ts';

export const documentsRoutes = feature(documentsContract, {
  'GET /api/clients/:id/documents': (context, { params, query }) => listDocuments(context, params.id, query),
  'POST /api/clients/:id/documents': (context, { params, body, upload }) =>
    upload ? uploadDocument(context, params.id, upload) : recordDocument(context, params.id, body),
  'DELETE /api/documents/:id': (context, { params }) => deleteDocument(context, params.id),
  'GET /api/documents/:id/file': (context, { params, reply }) => downloadDocument(context, params.id, reply),
});
