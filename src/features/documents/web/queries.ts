import { useQuery } from '@tanstack/react-query';
import { client, type AnswerTo } from '#platform/web/api.ts';
import { endpointQuery, useChange } from '#platform/web/queries.ts';
import { uploader, type Progress } from '#platform/web/upload.ts';
import type { documentsContract } from '#features/documents/contract.ts';

type Documents = typeof documentsContract;

const documentsApi = client<Documents>();
const upload = uploader<Documents>();

export type ClientDocument = AnswerTo<Documents['GET /api/clients/:id/documents']>[number];

/** The client that documents belong to. */
export type DocumentOwner = { id: number; contactName: string };

/** The documents of a client, newest first. */
export const useDocuments = (clientId: number) =>
  useQuery(
    endpointQuery(documentsApi, 'GET /api/clients/:id/documents', {
      topics: ['documents'],
      params: { id: clientId },
    }),
  );

interface NewDocument {
  clientId: number;
  file: File;
  description: string;
  idempotencyKey: string;
  onProgress: (progress: Progress) => void;
  signal: AbortSignal;
}

export const useUploadDocument = () =>
  useChange(({ clientId, description, ...sending }: NewDocument) =>
    upload('POST /api/clients/:id/documents', {
      params: { id: clientId },
      fields: { description },
      ...sending,
    }),
  );

export const useDeleteDocument = () =>
  useChange((id: number) => documentsApi('DELETE /api/documents/:id', { params: { id } }));

/** The download URL of a document; a new tab is authenticated by the session cookie. */
export const documentAddress = (id: number): string => `/api/documents/${id}/file`;
