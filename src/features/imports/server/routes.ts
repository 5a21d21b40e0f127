import { sendDownload } from '#platform/server/http/download.ts';
import { feature } from '#platform/server/http/handlers.ts';
import { csvOf } from '#platform/server/spreadsheet.ts';
import { importsContract } from '#features/imports/contract.ts';
import { chooseTable, createImport, mapColumns } from './actions.ts';
import { commitImport } from './commitActions.ts';
import { importFields } from './fields.ts';
import { listImportRows, readImport } from './previewActions.ts';
import type { ImportLedger } from './records/recordInserts.ts';

export const importsRoutes = (ledger: ImportLedger) =>
  feature(importsContract, {
    'GET /api/imports/template': async (_, { query: { kind }, reply }) =>
      sendDownload(reply, {
        name: `${kind}.csv`,
        type: 'text/csv; charset=utf-8',
        content: await csvOf({
          name: kind,
          columns: importFields[kind].map(({ label }) => ({ header: label, width: 20 })),
          rows: [],
        }),
      }),
    'POST /api/imports': (context, { upload }) => createImport(context, upload),
    'GET /api/imports/:id': (context, { params }) => readImport(context, params.id),
    'GET /api/imports/:id/rows': (context, { params, query }) => listImportRows(context, params.id, query),
    'PUT /api/imports/:id/mapping': (context, { params, body }) => mapColumns(context, params.id, body),
    'PUT /api/imports/:id/position': (context, { params, body }) => chooseTable(context, params.id, body),
    'POST /api/imports/:id/commit': (context, { params }) => commitImport(context, params.id, ledger),
  });
