import { hashKey, queryOptions, useQuery } from '@tanstack/react-query';
import { client, type AnswerTo, type RequestTo } from '#platform/web/api.ts';
import { endpointQuery, queryClient, useChange } from '#platform/web/queries.ts';
import { uploader, type Progress } from '#platform/web/upload.ts';
import type { ImportKind, importsContract, TablePosition } from '#features/imports/contract.ts';

type Imports = typeof importsContract;

const api = client<Imports>();
const upload = uploader<Imports>();

export type ImportFile = AnswerTo<Imports['GET /api/imports/:id']>;
export type ImportRow = ImportFile['rows'][number];
export type ImportColumn = ImportFile['columns'][number];

const importQuery = (id: number) =>
  endpointQuery(api, 'GET /api/imports/:id', { topics: ['imports'], params: { id } });

export const useImport = (id: number) => useQuery(importQuery(id));

/** Few enough that a slow phone renders the next page without a noticeable wait. */
export const ROWS_PER_PAGE = 20;

interface RowsPage {
  /** Only rows with errors. */
  state?: 'invalid' | undefined;
  cursor?: string | undefined;
}

/** Keyed by the position of the table as well: rows of another one have other columns. */
export function importRowsQuery({ id, position }: Pick<ImportFile, 'id' | 'position'>, page: RowsPage) {
  const query = endpointQuery(api, 'GET /api/imports/:id/rows', {
    topics: ['imports'],
    params: { id },
    query: { ...page, limit: ROWS_PER_PAGE },
  });
  return queryOptions({ ...query, queryKeyHashFn: (key) => hashKey([...key, position]) });
}

interface NewImport {
  kind: ImportKind;
  file: File;
  onProgress: (progress: Progress) => void;
  signal: AbortSignal;
}

export const useUploadImport = () =>
  useChange(async ({ kind, ...sending }: NewImport) => {
    const file = await upload('POST /api/imports', { fields: { kind }, ...sending });
    // Its page shows this answer.
    queryClient.setQueryData(importQuery(file.id).queryKey, file);
    return file;
  });

type Mapping = RequestTo<Imports['PUT /api/imports/:id/mapping']>['body'];

export const useMapColumns = (id: number) =>
  useChange((body: Mapping) => api('PUT /api/imports/:id/mapping', { params: { id }, body }));

export const useChooseTable = (id: number) =>
  useChange((body: TablePosition) => api('PUT /api/imports/:id/position', { params: { id }, body }));

export const useCommitImport = (id: number) =>
  useChange(() => api('POST /api/imports/:id/commit', { params: { id } }));

/** The URL of a template; the read-only session cookie authenticates the request. */
export const toTemplateAddress = (kind: ImportKind): string => `/api/imports/template?kind=${kind}`;
