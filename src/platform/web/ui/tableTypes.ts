import type { ReactNode } from 'react';

export type Column<Row> = {
  key: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** Figures and money stand at the end. */
  align?: 'start' | 'end';
  /** The column that names the row: the card's title on phones, and what opens it. One per table. */
  primary?: boolean;
  /** For what a phone's card can do without. */
  hideOnCard?: boolean;
  /** Layout classes such as a width. */
  className?: string;
};

export type DataTableProps<Row> = {
  /** What the table holds, for screen readers. */
  caption: string;
  columns: readonly Column<Row>[];
  /** Undefined while loading: skeleton rows show. */
  rows: readonly Row[] | undefined;
  rowKey: (row: Row) => string | number;
  /** Opens a row, by a press anywhere on it or by its primary cell. */
  onOpen?: (row: Row) => void;
  /** Whether this row opens; all do by default. */
  canOpen?: (row: Row) => boolean;
  /** Buttons at the row's end. */
  actions?: (row: Row) => ReactNode;
  empty?: ReactNode;
  skeletonRows?: number;
  className?: string;
};
