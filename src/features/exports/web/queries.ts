import { useQuery } from '@tanstack/react-query';
import { client, type AnswerTo } from '#platform/web/api.ts';
import { endpointQuery, useChange } from '#platform/web/queries.ts';
import type { exportsContract } from '#features/exports/contract.ts';
import { EXPORTS_TOPIC } from '#features/exports/rules.ts';

type Exports = typeof exportsContract;

const api = client<Exports>();

export type BusinessExport = AnswerTo<Exports['GET /api/exports']>[number];

/** The exports of the business, newest first, with the progress of the one that is being created. */
export const useExports = () => useQuery(endpointQuery(api, 'GET /api/exports', { topics: [EXPORTS_TOPIC] }));

/** Starts an export; a repeated call with the same key starts one. */
export const useStartExport = () =>
  useChange((idempotencyKey: string) => api('POST /api/exports', { idempotencyKey }));

/** Deletes an export with its file. */
export const useDeleteExport = () =>
  useChange((id: number) => api('DELETE /api/exports/:id', { params: { id } }));

/** The address of the file; the browser continues an interrupted download. */
export const fileAddress = ({ id }: BusinessExport): string => `/api/exports/${id}/file`;
