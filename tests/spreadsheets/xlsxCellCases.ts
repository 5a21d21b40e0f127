/** Cells of XLSX files as programs write them, and what the import must make of each. */

import type { Expected, WorkbookForm } from './handmadeXlsx.ts';

export interface XlsxCase extends WorkbookForm {
  name: string;
  expected: readonly Expected[];
}

const number = (value: string, style = 1) => `<c r="@" s="${style}"><v>${value}</v></c>`;
const shared = (index: number) => `<c r="@" t="s"><v>${index}</v></c>`;
const inline = (content: string) => `<c r="@" t="inlineStr"><is>${content}</is></c>`;

const TEXTS: XlsxCase[] = [
  {
    name: 'shared texts in CDATA sections, between comments and in runs, without phonetic hints',
    column: 'Notes',
    strings: [
      '<si><t><![CDATA[Miller & Co]]> Ltd</t></si>',
      '<si><t>Miller <!-- name -->&amp; <!-- form -->Co</t></si>',
      '<si><r><rPr><b/></rPr><t>Mil</t></r><r><t xml:space="preserve">ler &amp; Co</t></r></si>',
      '<si><t>東京</t><rPh sb="0" eb="2"><t>トウキョウ</t></rPh><phoneticPr fontId="1"/></si>',
      '<si><t>a<?pi b?>c</t></si>',
      '<si/>',
      '<si><t xml:space="preserve">after an empty one</t></si>',
    ].join(''),
    cells: [0, 1, 2, 3, 4, 5, 6].map(shared),
    expected: ['Miller & Co Ltd', 'Miller & Co', 'Miller & Co', '東京', 'ac', null, 'after an empty one'],
  },
  {
    name: 'texts in their cells',
    column: 'Notes',
    cells: [
      inline('<t><![CDATA[a < b]]></t>'),
      inline('<r><t>a</t></r><r><rPr><i/></rPr><t>b</t></r>'),
      inline('<t>東京</t><rPh sb="0" eb="2"><t>トウキョウ</t></rPh>'),
      '<c r="@" t="str"><v>plain &#x1F600; text</v></c>',
      inline('<t>two\r\nlines</t>'),
      inline('<t>line_x000D_\nend_x005F_x000D_</t>'),
      inline('<t>\uFF1D1+1</t>'),
      inline('<t>=1+1</t>'),
      inline(`<t>'+1</t>`),
    ],
    expected: [
      'a < b',
      'ab',
      '東京',
      'plain 😀 text',
      'two\nlines',
      'line\r\nend_x000D_',
      '\uFF1D1+1',
      '=1+1',
      `'+1`,
    ],
  },
  {
    name: 'truth values and errors',
    column: 'Notes',
    cells: [
      '<c r="@" t="b"><v>1</v></c>',
      '<c r="@" t="b"><v>0</v></c>',
      '<c r="@" t="e"><v>#N/A</v></c>',
      '<c r="@" t="e"/>',
    ],
    expected: ['TRUE', 'FALSE', { error: /^#N\/A is a spreadsheet error/ }, { error: /^#VALUE! is/ }],
  },
  {
    name: 'identifiers with the digits of their number format',
    column: 'Client ID at the payer',
    formats: ['00000', '000-00-0000', '0000000000', '[<=9999999]###-####;(###) ###-####', '@', '"MA-"0000'],
    cells: [
      number('1234', 1),
      number('12345678', 2),
      number('12345678', 3),
      number('5550104444', 4),
      number('1234', 5),
      number('12', 6),
      number('123456789012', 0),
      number('1.23456789012E+11', 0),
    ],
    expected: [
      '01234',
      '012-34-5678',
      '0012345678',
      '(555) 010-4444',
      '1234',
      'MA-0012',
      '123456789012',
      '123456789012',
    ],
  },
  {
    name: 'identifiers whose digits are lost',
    column: 'Client ID at the payer',
    formats: ['0.00E+00', '0'],
    cells: [
      number('123456789012', 1),
      number('1.23456789012346E+15', 2),
      number('1234567890123456', 0),
      number('1.23456789012346E+19', 0),
    ],
    expected: [{ error: /./ }, { error: /15 digits/ }, { error: /15 digits/ }, { error: /./ }],
  },
];

const NUMBERS: XlsxCase[] = [
  {
    name: 'numbers with the noise of binary numbers, and money',
    column: 'Rate per unit',
    formats: ['"$"#,##0.00', '_("$"* #,##0.00_);_("$"* \\(#,##0.00\\);_("$"* "-"??_);_(@_)', '0.00'],
    cells: [
      number('16.350000000000001', 0),
      number('18.25', 1),
      number('1234.5', 2),
      number('8.1300000000000008', 3),
    ],
    expected: ['16.35', '18.25', '1234.50', '8.13'],
  },
  {
    name: 'hours as durations',
    column: 'Units authorized',
    formats: ['[h]:mm', '[hh]:mm:ss', 'mm:ss', 'h:mm', '[mm]'],
    builtIn: [46, 45, 20],
    cells: [
      number('1.5208333333333333', 1),
      number('0.0625', 2),
      number('0.0208333333333333', 3),
      number('0.0625', 4),
      number('0.0625', 5),
      number('1.5208333333333333', 6),
      number('0.0208333333333333', 7),
      number('0.0625', 8),
    ],
    expected: ['146.00', '6.00', '2.00', '6.00', '6.00', '146.00', '2.00', '6.00'],
  },
  {
    name: 'numbers whose format names the unit, or makes them look like a duration',
    column: 'Units authorized',
    formats: ['0.00 "h"', '#,##0.000 "hours"', '0 "min"', '0":"00', '0.00 "units"'],
    cells: [
      number('12.5', 1),
      number('1.125', 2),
      number('1250', 2),
      number('90', 3),
      number('130', 4),
      number('12.5', 5),
    ],
    expected: ['50.00', '4.50', '5000.00', '6.00', '6.00', '12.50'],
  },
  {
    name: 'numbers with exponents',
    column: 'Units authorized',
    formats: ['0.00E+00', '##0.0E+0'],
    cells: [number('1200', 1), number('1250', 2), number('1234', 1)],
    expected: ['1200.00', { error: /sheet shows 1\.3E\+3/ }, { error: /sheet shows 1\.23E\+03/ }],
  },
];

const DATES: XlsxCase[] = [
  {
    name: 'dates in any format',
    column: 'Start date',
    formats: [
      'd-mmm-yy',
      '[$-409]mmmm\\ d\\,\\ yyyy;@',
      'yyyy"年"m"月"d"日"',
      'dd/mm/yyyy',
      'ddd',
      'm/d/yyyy h:mm',
      '[$-F800]dddd\\,\\ mmmm\\ dd\\,\\ yyyy',
      'YYYY-MM-DD',
      '[Red]m/d/yy',
    ],
    builtIn: [14, 15, 22, 27],
    cells: Array.from({ length: 13 }, (_, index) => number('46082', index + 1)),
    expected: Array.from({ length: 13 }, () => '2026-03-01'),
  },
  {
    name: 'dates with a time, also a moment before midnight',
    column: 'Start date',
    formats: ['m/d/yyyy h:mm', 'yyyy-mm-dd hh:mm:ss.000', 'm/d/yyyy'],
    cells: [
      number('46082.437499999985', 1),
      number('46081.999999998', 2),
      number('46081.9999999653', 1),
      number('46082.999', 3),
      number('46081.9999999999', 3),
    ],
    expected: ['2026-03-01', '2026-03-01', '2026-02-28', '2026-03-01', '2026-03-01'],
  },
  {
    name: 'dates as ISO 8601',
    column: 'Start date',
    formats: ['yyyy-mm-dd'],
    cells: [
      '<c r="@" s="1" t="d"><v>2026-03-01</v></c>',
      '<c r="@" s="1" t="d"><v>2026-03-01T00:00:00Z</v></c>',
      '<c r="@" t="d"><v>2026-03-01T09:30:00.000</v></c>',
    ],
    expected: ['2026-03-01', '2026-03-01', '2026-03-01'],
  },
  {
    name: 'dates that no calendar has, and times of day',
    column: 'Start date',
    formats: ['m/d/yyyy', 'h:mm'],
    cells: [
      number('0', 1),
      number('60', 1),
      number('-1', 1),
      number('2958466', 1),
      number('1000000000000', 1),
      number('0.5', 2),
      number('46082', 0),
    ],
    expected: Array.from({ length: 7 }, () => ({ error: /./ })),
  },
  {
    name: 'dates since 1904',
    column: 'Start date',
    workbookProperties: '<workbookPr date1904="1"/>',
    formats: ['m/d/yyyy'],
    cells: [number('44620', 1), number('44619.999999999', 1)],
    expected: ['2026-03-01', '2026-03-01'],
  },
  {
    name: 'dates since 1904, as LibreOffice writes it',
    column: 'Start date',
    workbookProperties: '<workbookPr date1904="true"/>',
    formats: ['m/d/yyyy'],
    cells: [number('44620', 1)],
    expected: ['2026-03-01'],
  },
  {
    name: 'dates as text in one order',
    column: 'Start date',
    strings: '<si><t>03/04/2026</t></si><si><t>3/15/2026</t></si>',
    cells: [shared(0), shared(1)],
    expected: ['2026-03-04', '2026-03-15'],
  },
];

export const xlsxCellCases: readonly XlsxCase[] = [...TEXTS, ...NUMBERS, ...DATES];
