/** A table that is written as CSV or XLSX. */

/** Text, a number, a day (`YYYY-MM-DD`) or a moment (`YYYY-MM-DD HH:mm ±HH:mm`); an XLSX file has them as such. */
export type Cell = string | number | { day: string } | { moment: string };

/** The cells of a row. */
export type Row = readonly Cell[];

export interface Sheet {
  /** The name in an XLSX file, at most 31 characters. */
  name: string;
  columns: readonly { header: string; /** In characters. */ width: number }[];
  /** Of many rows one that makes each row when it is written, because to make them all takes long. */
  rows: Iterable<Row>;
}
