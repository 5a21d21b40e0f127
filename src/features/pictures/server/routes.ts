import { sendPicture } from '#platform/server/files/attachment.ts';
import { feature } from '#platform/server/http/handlers.ts';
import { picturesContract } from '#features/pictures/contract.ts';
import { changePicture, removePicture } from './actions.ts';
import { readPicture } from './reads.ts';

export const picturesRoutes = feature(picturesContract, {
  'POST /api/profile/picture': (context, { upload }) =>
    changePicture(context, upload.file, context.session.userId),
  'DELETE /api/profile/picture': (context) => removePicture(context, context.session.userId),
  'POST /api/users/:id/picture': (context, { params, upload }) =>
    changePicture(context, upload.file, params.id),
  'DELETE /api/users/:id/picture': (context, { params }) => removePicture(context, params.id),
  'GET /api/users/:id/picture': async (context, { params, reply }) =>
    sendPicture(reply, context.services.files, await readPicture(context, params.id)),
});
