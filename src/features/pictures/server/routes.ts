import { sendPicture } from '../../../platform/server/files/attachment.ts';
import type { Handlers } from '../../../platform/server/http/handlers.ts';
import type { picturesContract } from '../contract.ts';
import { pictureOf } from './reads.ts';
import { changePicture, removePicture } from './service.ts';

export const picturesRoutes: Handlers<typeof picturesContract> = {
  'POST /api/profile/picture': (context, { upload }) => changePicture(context, upload.file),
  'DELETE /api/profile/picture': (context) => removePicture(context),
  'GET /api/users/:id/picture': async (context, { params, reply }) =>
    sendPicture(reply, context.services.files, await pictureOf(context, params.id)),
};
