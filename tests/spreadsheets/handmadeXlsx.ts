/** Workbooks as other programs write them, by their XML: each shows one cell or one form of the file. */

import { buildZip } from '#tests/support/factories/imports.ts';

/** A column of authorizations. */
export type Column = 'Notes' | 'Client ID at the payer' | 'Units authorized' | 'Rate per unit' | 'Start date';

/** The expected result for a cell: its stored value, or its error. */
export type Expected = string | null | { error: RegExp };

export interface WorkbookForm {
  column: Column;
  /** The cells of the column below its name. '@' is the address of the cell. */
  cells: readonly string[];
  /** The content of the shared texts. */
  strings?: string;
  /** Number formats; the first is style 1. */
  formats?: readonly string[];
  /** The numbers of built-in formats, whose styles come after those of `formats`. */
  builtIn?: readonly number[];
  /** Changes the XML of a part before it is packed; undefined removes it. */
  change?: (name: string, xml: string) => string | undefined;
  /** Renames parts in the archive. */
  rename?: (name: string) => string;
  /** Sheets before that of the data: their XML. */
  before?: readonly { name: string; state?: string; rows?: string; type?: string }[];
  /** Rows above the header. */
  titles?: string;
  workbookProperties?: string;
}

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const DOCUMENT = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';

const inline = (text: string) => `<c r="@" t="inlineStr"><is><t>${text}</t></is></c>`;

/** Fills in the addresses. */
const toRow = (row: number, cells: readonly string[]) =>
  `<row r="${row}">${cells.map((cell, index) => cell.replace('"@"', `"${'ABCD'[index]}${row}"`)).join('')}</row>`;

function toSheet({ column, cells, titles = '' }: WorkbookForm): string {
  const first = (titles.match(/<row/g)?.length ?? 0) + 1;
  const header = ['Client', 'Service', 'Authorization number', column].map(inline);
  const rows = cells.map((cell, index) =>
    toRow(first + 1 + index, [inline('C-1'), inline('Bathing'), inline(`N-${index + 1}`), cell]),
  );
  return `<worksheet xmlns="${MAIN}"><sheetData>${titles}${toRow(first, header)}${rows.join('')}</sheetData></worksheet>`;
}

function toStyles({ formats = [], builtIn = [] }: WorkbookForm): string {
  const own = formats.map((code, index) => {
    const escaped = code.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
    return `<numFmt numFmtId="${164 + index}" formatCode="${escaped}"/>`;
  });
  const ids = [0, ...formats.map((_, index) => 164 + index), ...builtIn];
  const styles = ids.map((id) => `<xf numFmtId="${id}" xfId="0"/>`);
  return `<styleSheet xmlns="${MAIN}"><numFmts>${own.join('')}</numFmts><fonts><font/></fonts><fills><fill/><fill/></fills><borders><border/></borders><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs>${styles.join('')}</cellXfs></styleSheet>`;
}

/** The file of a form. */
export function buildWorkbook(form: WorkbookForm): Promise<Buffer> {
  const { before = [], change = (_, xml) => xml, rename = (name) => name } = form;
  const sheets = [
    ...before.map(({ rows = '', ...sheet }) => ({
      state: 'visible',
      type: 'worksheet',
      ...sheet,
      xml: `<worksheet xmlns="${MAIN}"><sheetData>${rows}</sheetData></worksheet>`,
    })),
    { name: 'Clients', state: 'visible', type: 'worksheet', xml: toSheet(form) },
  ];
  const relationships = [
    ...sheets.map(({ type }, index) => ({ type, target: `worksheets/sheet${index + 1}.xml` })),
    { type: 'styles', target: 'styles.xml' },
    { type: 'sharedStrings', target: 'sharedStrings.xml' },
  ];
  const toRelationships = (list: readonly { type: string; target: string }[]) =>
    `<Relationships xmlns="${PACKAGE}/relationships">${list
      .map(
        ({ type, target }, index) =>
          `<Relationship Id="rId${index + 1}" Type="${DOCUMENT}/${type}" Target="${target}"/>`,
      )
      .join('')}</Relationships>`;
  const tabs = sheets.map(
    ({ name, state }, index) =>
      `<sheet name="${name}" sheetId="${index + 1}"${state === 'visible' ? '' : ` state="${state}"`} r:id="rId${index + 1}"/>`,
  );
  const parts: Record<string, string> = {
    '_rels/.rels': toRelationships([{ type: 'officeDocument', target: 'xl/workbook.xml' }]),
    'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${DOCUMENT}">${form.workbookProperties ?? ''}<sheets>${tabs.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': toRelationships(relationships),
    'xl/styles.xml': toStyles(form),
    'xl/sharedStrings.xml': `<sst xmlns="${MAIN}">${form.strings ?? ''}</sst>`,
    ...Object.fromEntries(sheets.map(({ xml }, index) => [`xl/worksheets/sheet${index + 1}.xml`, xml])),
  };
  const entries = Object.entries(parts).flatMap(([name, xml]): [string, Buffer][] => {
    const changed = change(name, `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n${xml}`);
    return changed === undefined ? [] : [[rename(name), Buffer.from(changed)]];
  });
  const types = entries.map(([name]) => name).filter((name) => name.endsWith('.xml'));
  return buildZip({ '[Content_Types].xml': toContentTypes(types), ...Object.fromEntries(entries) });
}

const CONTENT_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** The types of the parts, by their names. */
function toContentTypes(names: readonly string[]): Buffer {
  const overrides = names.map((name) => {
    const type = /sharedStrings|styles|sheet\d/i.exec(name)?.[0].replace(/\d/, '') ?? 'sheet.main';
    const part = type === 'sheet' || type === 'Sheet' ? 'worksheet' : type;
    return `<Override PartName="/${name}" ContentType="${CONTENT_TYPE}.${part}+xml"/>`;
  });
  return Buffer.from(
    `<?xml version="1.0" encoding="UTF-8"?><Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>${overrides.join('')}</Types>`,
  );
}
