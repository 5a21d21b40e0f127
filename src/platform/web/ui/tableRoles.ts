/**
 * The roles that table elements have by default, set explicitly: below 640 px they are laid out as cards, and a table whose
 * display is changed stops being one for screen readers unless its roles are written down.
 */
export const tableRoles = {
  table: { role: 'table' },
  group: { role: 'rowgroup' },
  row: { role: 'row' },
  header: { role: 'columnheader', scope: 'col' },
  cell: { role: 'cell' },
} as const;
