import { z } from 'zod';
import { contract } from '#platform/contract/endpoint.ts';
import { byId } from '#platform/contract/fields.ts';
import { person } from '#features/people/contract.ts';
import { MAX_PICTURE_BYTES, NOT_A_PICTURE, PICTURE_TOO_LARGE } from './rules.ts';

const upload = {
  field: 'profilePicture',
  maxBytes: MAX_PICTURE_BYTES,
  tooLarge: PICTURE_TOO_LARGE,
  wrongType: NOT_A_PICTURE,
  fields: z.object({}),
} as const;

export const picturesContract = contract({
  'POST /api/profile/picture': {
    access: 'member',
    summary: 'Set your own picture; it is cropped to a square and re-encoded without metadata',
    upload,
    response: person,
  },
  'DELETE /api/profile/picture': {
    access: 'member',
    summary: 'Remove your own picture',
    response: person,
  },
  'POST /api/users/:id/picture': {
    access: 'manager',
    summary: "Set the picture of a person; only admins for an admin's",
    params: byId,
    upload,
    response: person,
  },
  'DELETE /api/users/:id/picture': {
    access: 'manager',
    summary: "Remove the picture of a person; only admins for an admin's",
    params: byId,
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
