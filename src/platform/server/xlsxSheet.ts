import writeSheet from 'write-excel-file/node';
import type { Cell, Row, Sheet } from './sheet.ts';
import { encodeEscapes } from './xlsxText.ts';

export type XlsxSheet = Pick<Sheet, 'name' | 'columns'>;

/** Returns an XLSX file of one sheet with a sticky header row. */
export function writeXlsx({ name, columns }: XlsxSheet, rows: readonly Row[]): Promise<Buffer> {
  const head = columns.map(({ header }) => ({ value: header, fontWeight: 'bold' as const }));
  const body = rows.map((row) => row.map(toXlsxCell));
  return writeSheet([head, ...body], {
    sheet: name,
    columns: columns.map(({ width }) => ({ width })),
    stickyRowsCount: 1,
  }).toBuffer();
}

/** Dates of XLSX have no zone: a moment is its wall-clock time, whose format shows the offset. */
function toXlsxCell(cell: Cell) {
  if (typeof cell === 'number') return cell;
  if (typeof cell === 'string') return { value: encodeEscapes(cell), type: String };
  if ('day' in cell) return { value: new Date(`${cell.day}T00:00Z`), type: Date, format: 'yyyy-mm-dd' };
  const [day = '', clock = '', offset = ''] = cell.moment.split(' ');
  return { value: new Date(`${day}T${clock}Z`), type: Date, format: `yyyy-mm-dd hh:mm "${offset}"` };
}
