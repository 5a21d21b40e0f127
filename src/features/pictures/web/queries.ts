import { client } from '#platform/web/api.ts';
import { useChange } from '#platform/web/queries.ts';
import { uploader } from '#platform/web/upload.ts';
import type { picturesContract } from '#features/pictures/contract.ts';

const picturesApi = client<typeof picturesContract>();
const upload = uploader<typeof picturesContract>();

/** Uploads a person's picture: the user's own, or for managers any person's. */
export const useChangePicture = (id: number, own: boolean) =>
  useChange((file: File) => {
    const sending = { field: 'profilePicture', file, fields: {} };
    return own
      ? upload('POST /api/profile/picture', sending)
      : upload('POST /api/users/:id/picture', { params: { id }, ...sending });
  });

export const useRemovePicture = (id: number, own: boolean) =>
  useChange(() =>
    own
      ? picturesApi('DELETE /api/profile/picture')
      : picturesApi('DELETE /api/users/:id/picture', { params: { id } }),
  );
