import { sendDownload } from '#platform/server/http/download.ts';
import { feature } from '#platform/server/http/handlers.ts';
import { statementsContract } from '#features/statements/contract.ts';
import { readStatementPdf } from './statementPdf.ts';

export const statementsRoutes = feature(statementsContract, {
  'GET /api/clients/:id/statement': async (context, { params, query: { language, ...days }, reply }) => {
    const period = { clientId: params.id, ...days };
    return sendDownload(reply, await readStatementPdf(context, period, language));
  },
});
