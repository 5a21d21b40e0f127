import { useAttemptKey } from '#platform/web/attemptKey.ts';
import type { useUpload } from '#features/files/web/public.tsx';
import { useAddLink, useUploadResource } from '#features/resources/web/queries.ts';
import type { ResourceValues } from './resourceSchemas.ts';

/**
 * Adds a file, or a link if there is none. A repeated attempt is executed once.
 * @returns false when the user stopped the upload
 */
export function useAddResource(upload: ReturnType<typeof useUpload>) {
  const send = useUploadResource();
  const add = useAddLink();
  const { keyFor } = useAttemptKey();
  return async ({ fileUrl, ...fields }: ResourceValues, file: File | null): Promise<boolean> => {
    if (!file) {
      const body = { ...fields, fileUrl };
      await add.mutateAsync({ body, idempotencyKey: keyFor(body) });
      return true;
    }
    const { name, size, lastModified } = file;
    const idempotencyKey = keyFor({ ...fields, name, size, lastModified });
    return upload.run((sending) => send.mutateAsync({ file, fields, idempotencyKey, ...sending }));
  };
}
