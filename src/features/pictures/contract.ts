import { z } from 'zod';
import { contract } from '../../platform/contract/endpoint.ts';
import { byId } from '../../platform/contract/fields.ts';
import { person } from '../people/contract.ts';
import { MAX_PICTURE_BYTES, PICTURE_TOO_LARGE } from './rules.ts';

export const picturesContract = contract({
  'POST /api/profile/picture': {
    access: 'member',
    summary: 'Set the own picture; it is cut to a square and stored anew, without what cameras add',
    upload: {
      field: 'profilePicture',
      maxBytes: MAX_PICTURE_BYTES,
      tooLarge: PICTURE_TOO_LARGE,
      fields: z.object({}),
    },
    response: person,
  },
  'DELETE /api/profile/picture': {
    access: 'member',
    summary: 'Remove the own picture',
    response: person,
  },
  'GET /api/users/:id/picture': {
    access: 'member',
    summary: "A colleague's picture",
    params: byId,
    response: z.string(),
    raw: true,
  },
});
