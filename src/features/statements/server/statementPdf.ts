/** The statement of a client as a PDF document. */

import { formatUnits } from '#platform/contract/decimalFormat.ts';
import { add, signOf, subtract } from '#platform/contract/decimals.ts';
import type { MemberContext } from '#platform/server/context.ts';
import { toFileNamePart } from '#platform/server/fileNamePart.ts';
import type { GeneratedFile } from '#platform/server/http/download.ts';
import type { DescriptionItem } from '#platform/server/pdfDocument.ts';
import { mapRows, writePdf, type PdfPart } from '#platform/server/pdfFile.ts';
import type { Column } from '#platform/server/pdfTable.ts';
import { isolateValues } from '#platform/server/pdfText/isolates.ts';
import type { Language } from '#features/clients/contract.ts';
import { readStatement, type Statement, type StatementPeriod } from './reads.ts';
import { statementTexts, type StatementTexts } from './statementTexts.ts';

const UNITS_WIDTH = 62;

/** The statement as a PDF. @throws as `readStatement` and `writePdf` */
export async function readStatementPdf(
  context: MemberContext,
  period: StatementPeriod,
  chosen: Language | undefined,
): Promise<GeneratedFile> {
  const statement = await readStatement(context, period);
  const { client, business } = statement;
  const texts = statementTexts[chosen ?? client.language];
  const format = createFormats(texts.locale);
  const options = {
    title: texts.title,
    author: business.name,
    footer: isolateValues`${business.name} · ${texts.title}`,
    at: context.now,
    language: texts.locale,
    paperSize: business.paperSize,
  };
  const descriptions: DescriptionItem[] = [
    [texts.from, toLines(business.name, business.address, business.phone, business.email)],
    [texts.client, toLines(isolateValues`${client.contactName} (${client.companyName})`, client.address)],
    [texts.period, texts.days(format.day(period.from), format.day(period.to))],
    [texts.unit, texts.unitHint],
  ];
  const parts: PdfPart[] = [
    ['heading', texts.title, business.name],
    ['descriptionList', descriptions],
    ...listVisits(statement, { texts, format }),
    ...listBalances(statement, { texts, format }),
  ];
  const file = await writePdf(context, { options, parts });
  const part = toFileNamePart(client.contactName, `client-${period.clientId}`);
  const name = `${texts.fileName}-${part}-${period.from}-${period.to}.pdf`;
  return { name, type: 'application/pdf', ...file };
}

type LapsedUnits = NonNullable<Statement['accounts'][number]['lapsed']>;
type Wording = { texts: StatementTexts; format: ReturnType<typeof createFormats> };

/** The visits with their units. */
function listVisits({ visits }: Statement, { texts, format }: Wording): PdfPart[] {
  if (visits.length === 0) return [['section', texts.visits, texts.noVisits]];
  const columns: Column[] = [
    { title: texts.date, width: 78 },
    { title: texts.time, width: 66 },
    { title: texts.service },
    { title: texts.employee, width: 90 },
    { title: texts.units, width: UNITS_WIDTH, align: 'right' },
    { title: texts.status, width: 84 },
  ];
  const rows = mapRows(visits, (visit) => [
    format.day(visit.workDate),
    toLines(
      `${format.time(visit.startTime)}${visit.startOccurrence ? ` ${texts.occurrences[visit.startOccurrence]}` : ''}–`,
      format.time(visit.endTime),
      visit.endOccurrence && texts.occurrences[visit.endOccurrence],
    ),
    visit.serviceName,
    visit.employeeName,
    format.units(visit.units),
    toLines(
      visit.status === 'denied' ? '' : texts.statuses[visit.status],
      visit.isDisputed ? texts.disputed : '',
    ),
  ]);
  const total = add(...visits.map(({ units }) => units));
  return [
    ['subheading', texts.visits],
    ['table', columns, rows],
    ['sums', [[texts.total, format.units(total)]]],
  ];
}

/** The balance of each account. */
function listBalances({ accounts }: Statement, { texts, format }: Wording): PdfPart[] {
  const columns: Column[] = [
    { title: texts.account },
    ...[texts.opening, texts.added, texts.used, texts.closing].map((title): Column => ({
      title,
      width: UNITS_WIDTH,
      align: 'right',
    })),
  ];
  const rows = accounts.map(
    ({ authorizationId, serviceName, reference, lapsed, opening, added, used, closing }) => [
      toLines(
        ...(authorizationId === null ? [texts.general] : [serviceName, reference]),
        lapsed && texts.expired(format.day(lapsed.day)),
        lapsed && toUnused(lapsed, { texts, format }),
      ),
      ...[opening, added, subtract('0.00', used), closing].map(format.units),
    ],
  );
  return [
    ['section', texts.balances, texts.balanceHint],
    ['table', columns, rows],
  ];
}

/** The units that expired unused; with those before the period, when late visits have used some of them. */
function toUnused({ unitsBefore, units }: LapsedUnits, { texts, format }: Wording): string | null {
  const hasChanged = signOf(unitsBefore) > 0 && unitsBefore !== units;
  if (hasChanged) return texts.unusedChanged(format.units(unitsBefore), format.units(units));
  return signOf(units) > 0 ? texts.unused(format.units(units)) : null;
}

const toLines = (...texts: (string | null)[]): string => texts.filter(Boolean).join('\n');

/** Formats days, times of day and units of a language. */
function createFormats(locale: string) {
  const ofDay = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' });
  const ofTime = new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' });
  // A narrow no-break space is not found by a search for a space in the document.
  const toTime = (time: string) => ofTime.format(new Date(`2000-01-01T${time}Z`)).replaceAll('\u202f', ' ');
  return {
    day: (day: string) => ofDay.format(new Date(`${day}T00:00:00Z`)),
    time: toTime,
    units: (units: string) => formatUnits(units, locale),
  };
}
