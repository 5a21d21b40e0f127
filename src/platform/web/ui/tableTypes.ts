import type { ReactNode } from 'react';

export type Column<Row> = {
  key: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** 'end' for numbers and money. */
  align?: 'start' | 'end';
  /** The column that names and opens the row, and is the title of its card on phones. One per table. */
  primary?: boolean;
  /** Hidden on the cards of phones. */
  hideOnCard?: boolean;
  /** Layout classes such as a width. */
  className?: string;
};

export type DataTableProps<Row> = {
  /** Content of the table, for screen readers. */
  caption: string;
  columns: readonly Column<Row>[];
  /** Undefined while loading: skeleton rows are shown. */
  rows: readonly Row[] | undefined;
  rowKey: (row: Row) => string | number;
  /** Opens a row, by a click anywhere on it or by the button in its primary cell. */
  onOpen?: (row: Row) => void;
  /** Selects the rows that open; all do by default. */
  canOpen?: (row: Row) => boolean;
  /** Buttons at the end of the row. */
  actions?: (row: Row) => ReactNode;
  empty?: ReactNode;
  skeletonRows?: number;
  className?: string;
};
