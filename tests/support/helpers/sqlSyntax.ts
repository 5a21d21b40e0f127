/** Nodes of a statement's syntax tree, and the tables of its columns. */

/** A node of PostgreSQL's syntax tree. */
export type Tree = Record<string, unknown>;
/** The node at a key. */
export const getNode = (node: Tree | undefined, key: string) => node?.[key] as Tree | undefined;
/** The nodes at a key. */
export const getNodes = (node: Tree | undefined, key: string) => (node?.[key] ?? []) as Tree[];
/** The text at a key. */
export const getText = (node: Tree | undefined, key: string) => node?.[key] as string | undefined;

/** A column of a query. */
export type Column = { name: string; isBusiness: boolean };

export interface Source {
  name: string;
  table: string | null;
  /** The business column. */
  key: string | null;
  /** Limited by a condition on the business. */
  bound: boolean;
  columns: Column[];
}

export interface Scope {
  sources: Source[];
  queries: Map<string, Column[]>;
  outer: Scope | null;
  /** Set for a subquery of a column. */
  isColumn?: boolean;
  /** Set while the subqueries of its columns are read. */
  readsColumns?: boolean;
}

export interface Condition {
  left: Tree;
  right: Tree;
  /** The sources that it filters; an outer join preserves the rows of the other side. */
  keeps: Source[] | null;
}

/** A source that is no table. */
export const createUnnamedSource = (node: Tree): Source => ({
  name: getText(getNode(node, 'alias'), 'aliasname') ?? '',
  table: null,
  key: null,
  bound: false,
  columns: [],
});

/** The comparisons that every row meets, without those under `or` and `not`. */
export function listEqualities(condition: Tree | undefined): Omit<Condition, 'keeps'>[] {
  const all = getNode(condition, 'BoolExpr');
  if (all) return all['boolop'] === 'AND_EXPR' ? getNodes(all, 'args').flatMap(listEqualities) : [];
  // `coalesce(…, false)` holds where its condition does.
  const [alternative, otherwise] = getNodes(getNode(condition, 'CoalesceExpr'), 'args');
  if (alternative) return isFalse(otherwise) ? listEqualities(alternative) : [];
  const compared = getNode(condition, 'A_Expr');
  const isEqual = getText(getNode(getNodes(compared, 'name')[0], 'String'), 'sval') === '=';
  if (!compared || !isEqual || !['AEXPR_OP', 'AEXPR_OP_ANY'].includes(String(compared['kind']))) return [];
  return [{ left: compared['lexpr'] as Tree, right: compared['rexpr'] as Tree }];
}

const isFalse = (value: Tree | undefined): boolean =>
  JSON.stringify(getNode(value, 'A_Const')?.['boolval']) === '{}';

const partsOf = (column: Tree): string[] =>
  getNodes(getNode(column, 'ColumnRef'), 'fields').map(
    (field) => getText(getNode(field, 'String'), 'sval') ?? '',
  );

/** The name of a column without its table. */
export const columnOf = (column: Tree): string | undefined => partsOf(column).at(-1);

/** The source of a column: the innermost one of that name, or the only one with such a column. */
export function findOwner(column: Tree, scope: Scope): Source | undefined {
  const parts = partsOf(column);
  const [name] = parts.splice(-1);
  if (name === undefined) return undefined;
  const has = (source: Source) =>
    parts.length > 0
      ? source.name === parts.at(-1)
      : source.key === name || source.columns.some((one) => one.name === name);
  for (let here: Scope | null = scope; here; here = here.outer) {
    const owners = here.sources.filter(has);
    if (owners.length > 0) return owners.length === 1 ? owners[0] : undefined;
  }
  return undefined;
}
