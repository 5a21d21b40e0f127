import { feature } from '#platform/server/http/handlers.ts';
import { announcementsContract } from '#features/announcements/contract.ts';
import { changeAnnouncement, createAnnouncement, deleteAnnouncement } from './actions.ts';
import { listAnnouncements } from './reads.ts';

export const announcementsRoutes = feature(announcementsContract, {
  'GET /api/announcements': (context, { query }) => listAnnouncements(context, query),
  'POST /api/announcements': (context, { body }) => createAnnouncement(context, body),
  'PUT /api/announcements/:id': (context, { params, body }) => changeAnnouncement(context, params.id, body),
  'DELETE /api/announcements/:id': (context, { params }) => deleteAnnouncement(context, params.id),
});
