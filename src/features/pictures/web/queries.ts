import { client } from '../../../platform/web/api.ts';
import { useChange } from '../../../platform/web/queries.ts';
import { uploader } from '../../../platform/web/upload.ts';
import type { picturesContract } from '../contract.ts';

const picturesApi = client<typeof picturesContract>();
const upload = uploader<typeof picturesContract>();

/** Sends a file as the own picture. */
export const useChangePicture = () =>
  useChange(
    (file: File) => upload('POST /api/profile/picture', { field: 'profilePicture', file, fields: {} }),
    ['people'],
  );

export const useRemovePicture = () => useChange(() => picturesApi('DELETE /api/profile/picture'), ['people']);
