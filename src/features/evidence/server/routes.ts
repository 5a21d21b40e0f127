import { sendDownload } from '#platform/server/http/download.ts';
import { feature } from '#platform/server/http/handlers.ts';
import { evidenceContract } from '#features/evidence/contract.ts';
import { exportNotePdf } from './pdf/actions.ts';
import { readEvidence } from './reads.ts';

export const evidenceRoutes = feature(evidenceContract, {
  'GET /api/notes/:id/evidence': (context, { params }) => readEvidence(context, params.id),
  'GET /api/notes/:id/pdf': async (context, { params, reply }) => {
    const { services, session } = context;
    const pdf = await services.turns.pdfs.run(session, () => exportNotePdf(context, params.id));
    return sendDownload(reply, pdf);
  },
});
