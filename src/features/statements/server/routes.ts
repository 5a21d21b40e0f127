import { sendDownload } from '#platform/server/http/download.ts';
import { feature } from '#platform/server/http/handlers.ts';
import { statementsContract } from '#features/statements/contract.ts';
import { readStatementPdf } from './statementPdf.ts';

export const statementsRoutes = feature(statementsContract, {
  'GET /api/clients/:id/statement': async (context, { params, query: { language, ...days }, reply }) => {
    const { services, session } = context;
    const period = { clientId: params.id, ...days };
    const pdf = await services.turns.pdfs.run(session, () => readStatementPdf(context, period, language));
    return sendDownload(reply, pdf);
  },
});
