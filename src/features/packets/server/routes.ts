import { feature } from '#platform/server/http/handlers.ts';
import { packetsContract } from '#features/packets/contract.ts';
import { createPacket, deletePacket, downloadPacket } from './actions.ts';
import { listPacketClients } from './clientReads.ts';
import { listGapVisits } from './gapReads.ts';
import { readReadiness } from './readinessReads.ts';
import { listPackets, readPacket } from './reads.ts';

export const packetsRoutes = feature(packetsContract, {
  'GET /api/packets': (context) => listPackets(context),
  'POST /api/packets': (context, { body }) => createPacket(context, body),
  'GET /api/packets/clients': (context, { query }) => listPacketClients(context, query),
  'GET /api/packets/readiness': (context) => readReadiness(context),
  'GET /api/packets/gaps': (context, { query }) => listGapVisits(context, query),
  'GET /api/packets/:id': (context, { params }) => readPacket(context, params.id),
  'DELETE /api/packets/:id': (context, { params }) => deletePacket(context, params.id),
  'GET /api/packets/:id/file': (context, { params, query, reply }) =>
    downloadPacket(context, { id: params.id, ...query }, reply),
});
