import { useQuery } from '@tanstack/react-query';
import { client, type AnswerTo, type RequestTo } from '#platform/web/api.ts';
import { endpointQuery, useChange } from '#platform/web/queries.ts';
import { uploader, type Progress } from '#platform/web/upload.ts';
import type { ImportKind, importsContract, TablePosition } from '#features/imports/contract.ts';

type Imports = typeof importsContract;

const api = client<Imports>();
const upload = uploader<Imports>();

export type ImportFile = AnswerTo<Imports['GET /api/imports/:id']>;
export type ImportRow = ImportFile['rows'][number];
export type ImportColumn = ImportFile['columns'][number];

export const useImport = (id: number) =>
  useQuery(endpointQuery(api, 'GET /api/imports/:id', { topics: ['imports'], params: { id } }));

interface NewImport {
  kind: ImportKind;
  file: File;
  onProgress: (progress: Progress) => void;
  signal: AbortSignal;
}

export const useUploadImport = () =>
  useChange(({ kind, ...sending }: NewImport) =>
    upload('POST /api/imports', { fields: { kind }, ...sending }),
  );

type Mapping = RequestTo<Imports['PUT /api/imports/:id/mapping']>['body'];

export const useMapColumns = (id: number) =>
  useChange((body: Mapping) => api('PUT /api/imports/:id/mapping', { params: { id }, body }));

export const useChooseTable = (id: number) =>
  useChange((body: TablePosition) => api('PUT /api/imports/:id/position', { params: { id }, body }));

export const useCommitImport = (id: number) =>
  useChange(() => api('POST /api/imports/:id/commit', { params: { id } }));

/** The URL of a template; the read-only session cookie authenticates the request. */
export const toTemplateAddress = (kind: ImportKind): string => `/api/imports/template?kind=${kind}`;
