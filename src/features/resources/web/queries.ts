import { useQuery } from '@tanstack/react-query';
import { client, type AnswerTo, type RequestTo } from '#platform/web/api.ts';
import { endpointQuery, useChange } from '#platform/web/queries.ts';
import { uploader, type Progress } from '#platform/web/upload.ts';
import type { resourcesContract } from '#features/resources/contract.ts';

type Resources = typeof resourcesContract;

const resourcesApi = client<Resources>();
const upload = uploader<Resources>();

export type Resource = AnswerTo<Resources['GET /api/business-resources']>[number];
/** Filter of the list: active resources by default; the others for managers. */
export type ResourceFilter = Resource['status'] | 'any';
type Link = RequestTo<Resources['POST /api/business-resources']>['body'];
export type ResourceChange = RequestTo<Resources['PUT /api/business-resources/:id']>['body'];

const topics = ['resources'] as const;

/** The resources that the user may see, newest first. */
export const useResources = (status: ResourceFilter = 'active') =>
  useQuery(endpointQuery(resourcesApi, 'GET /api/business-resources', { topics, query: { status } }));

export const useAddLink = () =>
  useChange(({ body, idempotencyKey }: { body: Link; idempotencyKey: string }) =>
    resourcesApi('POST /api/business-resources', { body, idempotencyKey }),
  );

interface NewFile {
  file: File;
  fields: Omit<Link, 'fileUrl' | 'status'>;
  idempotencyKey: string;
  onProgress: (progress: Progress) => void;
  signal: AbortSignal;
}

export const useUploadResource = () =>
  useChange((sending: NewFile) => upload('POST /api/business-resources/upload', sending));

export const useChangeResource = () =>
  useChange(({ id, body }: { id: number; body: ResourceChange }) =>
    resourcesApi('PUT /api/business-resources/:id', { params: { id }, body }),
  );

export const useDeleteResource = () =>
  useChange((id: number) => resourcesApi('DELETE /api/business-resources/:id', { params: { id } }));
