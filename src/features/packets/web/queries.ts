import { useQuery } from '@tanstack/react-query';
import { client, type AnswerTo, type RequestTo } from '#platform/web/api.ts';
import { endpointQuery, useChange } from '#platform/web/queries.ts';
import { EXPORTS_TOPIC } from '#features/exports/rules.ts';
import type { PacketFormat, packetsContract } from '#features/packets/contract.ts';
import type { Gap } from '#features/packets/rules.ts';

type Packets = typeof packetsContract;

const api = client<Packets>();

export type Packet = AnswerTo<Packets['GET /api/packets']>[number];
export type PacketBody = RequestTo<Packets['POST /api/packets']>['body'];
export type GapVisit = AnswerTo<Packets['GET /api/packets/gaps']>['rows'][number];
export type ReadinessWeek = AnswerTo<Packets['GET /api/packets/readiness']>['weeks'][number];

/** The last packets; a change event arrives with each step of one that is being made. */
export const usePackets = () => useQuery(endpointQuery(api, 'GET /api/packets', { topics: [EXPORTS_TOPIC] }));

/** The clients to choose from, archived ones included. */
export const usePacketClients = () =>
  useQuery(endpointQuery(api, 'GET /api/packets/clients', { topics: ['clients'] }));

export const useCreatePacket = () =>
  useChange(({ body, idempotencyKey }: { body: PacketBody; idempotencyKey: string }) =>
    api('POST /api/packets', { body, idempotencyKey }),
  );

/** Deletes a packet with its files. */
export const useDeletePacket = () =>
  useChange((id: number) => api('DELETE /api/packets/:id', { params: { id } }));

const READINESS_TOPICS = ['notes', 'business', 'clients', 'invoices'] as const;

/** The visits without a gap by week. For managers. */
export const readinessQuery = () =>
  endpointQuery(api, 'GET /api/packets/readiness', { topics: READINESS_TOPICS });

/** The visits of a week with this gap. */
export const gapVisitsQuery = (query: { week: string; gap: Gap }) =>
  endpointQuery(api, 'GET /api/packets/gaps', { topics: READINESS_TOPICS, query });

/** The URL of a file; the read-only session cookie authenticates the request. */
export const toFileAddress = (id: number, format: PacketFormat): string =>
  `/api/packets/${id}/file?format=${format}`;
