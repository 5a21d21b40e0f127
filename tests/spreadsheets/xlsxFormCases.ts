/** Forms of XLSX files that programs write, each with the same cells. */

import type { WorkbookForm } from './handmadeXlsx.ts';
import type { XlsxCase } from './xlsxCellCases.ts';

const NOTES = ['<c r="@" t="s"><v>0</v></c>', '<c r="@" t="s"><v>1</v></c>'];
const SHARED = {
  column: 'Notes',
  cells: NOTES,
  strings: '<si><t>Mon &amp; Tue</t></si><si><t>José</t></si>',
} satisfies WorkbookForm;
const expected = ['Mon & Tue', 'José'];

const onSheet = (replace: (xml: string) => string) => (name: string, xml: string) =>
  name.startsWith('xl/worksheets/') ? replace(xml) : xml;

const onPart = (part: string, replace: (xml: string) => string) => (name: string, xml: string) =>
  name === part ? replace(xml) : xml;

/** `c` becomes `x:c`, as some .NET generators write it. */
const withPrefix = (xml: string) =>
  xml
    .replaceAll(/<(\/?)(?!\?)([a-zA-Z])/g, '<$1x:$2')
    .replaceAll(
      ' xmlns="http://schemas.openxmlformats.org/s',
      ' xmlns:x="http://schemas.openxmlformats.org/s',
    );

const FORMS: Record<string, Partial<WorkbookForm>> = {
  'cells without addresses, as Google Sheets may write them': {
    change: onSheet((xml) => xml.replaceAll(/<c r="[A-Z]+\d+"/g, '<c')),
  },
  'rows and cells without numbers': {
    change: onSheet((xml) => xml.replaceAll(/ r="[A-Z]*\d+"/g, '')),
  },
  'tags with a prefix': {
    change: (name, xml) => (/sheet1|sharedStrings|styles|workbook\.xml$/.test(name) ? withPrefix(xml) : xml),
  },
  'the strict form of the standard': {
    change: (_, xml) =>
      xml
        .replaceAll(
          'http://schemas.openxmlformats.org/spreadsheetml/2006/main',
          'http://purl.oclc.org/ooxml/spreadsheetml/main',
        )
        .replaceAll(
          'http://schemas.openxmlformats.org/officeDocument/2006/relationships',
          'http://purl.oclc.org/ooxml/officeDocument/relationships',
        ),
  },
  'relationships from the root, in any order': {
    change: onPart('xl/_rels/workbook.xml.rels', (xml) =>
      xml
        .replaceAll('Target="', 'Target="/xl/')
        .replace(/(<Relationship [^>]*\/>)(<Relationship .*\/>)(<\/Rel)/, '$2$1$3'),
    ),
  },
  'relationships in single quotes, with entities and a comment': {
    change: onPart('xl/_rels/workbook.xml.rels', (xml) =>
      xml
        .replaceAll('"', "'")
        .replace('worksheets/sheet1', '.&#47;worksheets/sheet1')
        .replace('<Relationship ', '<!-- sheets --><Relationship '),
    ),
  },
  'a workbook at another address': {
    change: (name, xml) => (name === '_rels/.rels' ? xml.replace('xl/workbook.xml', '/book/main.xml') : xml),
    rename: (name) =>
      name
        .replace('xl/workbook.xml', 'book/main.xml')
        .replace('xl/_rels/workbook', 'book/_rels/main')
        .replace(/^xl\/(?=w|s)/, 'book/'),
  },
  'names of parts in another case': {
    rename: (name) => name.replace('sheet1', 'Sheet1').replace('sharedS', 'SharedS'),
  },
  'backslashes in the names of parts': {
    change: onPart('xl/_rels/workbook.xml.rels', (xml) =>
      xml.replace('worksheets/sheet1', 'worksheets\\sheet1'),
    ),
  },
  'parts in UTF-8 with a byte order mark': { change: (_, xml) => `\uFEFF${xml}` },
  'merged cells, hidden columns, rows without cells and a long tail of styled cells': {
    change: onSheet((xml) =>
      xml
        .replace('<sheetData>', '<cols><col min="3" max="3" hidden="1" width="9"/></cols><sheetData>')
        .replace(
          '</sheetData>',
          '<row r="9"/><row r="1048576" s="1"><c r="ZZ1048576" s="1"/></row></sheetData><mergeCells><mergeCell ref="A8:D8"/></mergeCells>',
        ),
    ),
  },
  'extensions with formulas of rules': {
    change: onSheet((xml) =>
      xml.replace(
        '</sheetData>',
        '</sheetData><conditionalFormatting sqref="A1"><cfRule type="expression" priority="1"><formula>A1&gt;1</formula></cfRule></conditionalFormatting><extLst><ext xmlns:xm="http://schemas.microsoft.com/office/excel/2006/main"><xm:f>Sheet2!$A$1</xm:f></ext></extLst>',
      ),
    ),
  },
  'no styles': { change: (name, xml) => (name === 'xl/styles.xml' ? undefined : xml) },
  'an empty first sheet': { before: [{ name: 'Sheet1' }] },
  'a hidden first sheet': {
    before: [{ name: 'Lists', state: 'hidden', rows: '<row r="1"><c r="A1"><v>1</v></c></row>' }],
  },
  'a very hidden first sheet with a formula, as Dynamics 365 has one': {
    before: [
      { name: 'hiddenSheet', state: 'veryHidden', rows: '<row r="1"><c r="A1"><f>1+1</f><v>2</v></c></row>' },
    ],
  },
  'a chart before the sheet': { before: [{ name: 'Chart1', type: 'chartsheet' }] },
  'title rows, as Numbers and reports have them': {
    titles:
      '<row r="1"><c r="A1" t="inlineStr"><is><t>Client list</t></is></c></row><row r="2"><c r="A2" t="inlineStr"><is><t>as of March 1</t></is></c></row><row r="3"/>',
  },
};

export const xlsxFormCases: readonly XlsxCase[] = Object.entries(FORMS).map(([name, form]) => ({
  name,
  ...SHARED,
  ...form,
  expected,
}));
