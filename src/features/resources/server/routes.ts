import { feature } from '#platform/server/http/handlers.ts';
import { resourcesContract } from '#features/resources/contract.ts';
import { addLink, changeResource, deleteResource, uploadResource } from './actions.ts';
import { downloadResource, listResources } from './reads.ts';

export const resourcesRoutes = feature(resourcesContract, {
  'GET /api/business-resources': (context, { query }) => listResources(context, query),
  'POST /api/business-resources': (context, { body }) => addLink(context, body),
  'POST /api/business-resources/upload': (context, { upload }) => uploadResource(context, upload),
  'PUT /api/business-resources/:id': (context, { params, body }) => changeResource(context, params.id, body),
  'DELETE /api/business-resources/:id': (context, { params }) => deleteResource(context, params.id),
  'GET /api/business-resources/:id/file': (context, { params, reply }) =>
    downloadResource(context, params.id, reply),
});
