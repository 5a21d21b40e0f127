/**
 * Finds tables without a condition on the business in a statement, with PostgreSQL's own parser. A condition compares
 * the table's business column with the id, or with that of a table or query that has one, and holds for every row. In a
 * subquery of a column the outer query's table does not count (docs/decisions/047).
 */

import { loadModule, parseSync } from 'libpg-query';
import {
  columnOf,
  listEqualities,
  getNode,
  getNodes,
  createUnnamedSource,
  findOwner,
  getText,
  type Column,
  type Condition,
  type Scope,
  type Source,
  type Tree,
} from './sqlSyntax.ts';

await loadModule();

/** The business column of each table or view; null when it has none. */
export type Keys = ReadonlyMap<string, string | null>;

export interface StatementContent {
  /** Empty when the statement is about one business. */
  faults: string[];
  tables: string[];
  writes: string[];
  locks: string[];
}

/** Checks that a statement with these values is about this business only. */
export function readStatement(
  { text, values }: { text: string; values: unknown[] },
  businessId: number,
  keys: Keys,
): StatementContent {
  const reader = new Reader(keys, (parameter) => Number(values[parameter - 1]) === businessId, businessId);
  for (const { stmt } of (parseSync(text).stmts ?? []) as Tree[])
    reader.statement(stmt as Tree, { sources: [], queries: new Map(), outer: null });
  const { faults, tables, writes, locks } = reader;
  return { faults, tables: [...tables], writes: [...writes], locks: [...locks] };
}

/** Statements about the transaction itself. */
const OF_TRANSACTIONS = ['TransactionStmt', 'VariableSetStmt'];
/** Parts of a statement that are handled before its expressions. */
const READ_BEFORE = ['fromClause', 'usingClause', 'withClause', 'relation', 'selectStmt', 'larg', 'rarg'];

class Reader {
  readonly faults: string[] = [];
  readonly tables = new Set<string>();
  readonly writes = new Set<string>();
  readonly locks = new Set<string>();
  readonly #keys: Keys;
  readonly #isParameter: (number: number) => boolean;
  readonly #businessId: number;

  constructor(keys: Keys, isParameter: (number: number) => boolean, businessId: number) {
    this.#keys = keys;
    this.#isParameter = isParameter;
    this.#businessId = businessId;
  }

  statement(wrapped: Tree, outer: Scope): Column[] {
    const [kind, node] = Object.entries(wrapped)[0] as [string, Tree];
    if (OF_TRANSACTIONS.includes(kind)) return [];
    if (kind === 'SelectStmt') return this.#select(node, outer);
    if (kind === 'InsertStmt') return this.#insert(node, outer);
    if (kind === 'UpdateStmt' || kind === 'DeleteStmt') return this.#change(node, outer);
    this.faults.push(`${kind} is not supported by this test`);
    return [];
  }

  #within(node: Tree, outer: Scope): Scope {
    const scope: Scope = { sources: [], queries: new Map(), outer, isColumn: outer.readsColumns === true };
    const clause = getNode(node, 'withClause');
    for (const { CommonTableExpr } of getNodes(clause, 'ctes')) {
      const query = CommonTableExpr as Tree;
      const first = getNode(getNode(getNode(query, 'ctequery'), 'SelectStmt'), 'larg');
      // The second part of a recursive query reads the rows of the first one.
      if (clause?.['recursive'] === true && first)
        scope.queries.set(String(query['ctename']), this.#select(first, scope));
      const columns = this.statement(query['ctequery'] as Tree, scope);
      const names = getNodes(query, 'aliascolnames').map(
        (one) => getText(getNode(one, 'String'), 'sval') ?? '',
      );
      scope.queries.set(
        String(query['ctename']),
        columns.map((column, at) => ({ ...column, name: names[at] ?? column.name })),
      );
    }
    return scope;
  }

  #select(node: Tree, outer: Scope): Column[] {
    const scope = this.#within(node, outer);
    if (node['op'] !== 'SETOP_NONE') {
      const right = this.#select(node['rarg'] as Tree, scope);
      return this.#select(node['larg'] as Tree, scope).map((column, at) => ({
        ...column,
        isBusiness: column.isBusiness && right[at]?.isBusiness === true,
      }));
    }
    this.#from(getNodes(node, 'fromClause'), node, scope);
    if (node['lockingClause'])
      for (const { table } of scope.sources) if (table !== null) this.locks.add(table);
    if (node['valuesLists']) {
      const rows = getNodes(node, 'valuesLists').map((row) => getNodes(getNode(row, 'List'), 'items'));
      return (rows[0] ?? []).map((_, at) => ({
        name: `column${at + 1}`,
        isBusiness: rows.every((row) => this.#isBusiness(row[at], scope)),
      }));
    }
    return this.#columns(getNodes(node, 'targetList'), scope);
  }

  /** An update or a delete. */
  #change(node: Tree, outer: Scope): Column[] {
    const scope = this.#within(node, outer);
    const target = this.#table(node['relation'] as Tree, scope);
    this.writes.add(target.table ?? target.name);
    scope.sources.push(target);
    this.#from([...getNodes(node, 'fromClause'), ...getNodes(node, 'usingClause')], node, scope);
    this.#refuseNewKey(getNodes(node, 'targetList'), target);
    return this.#columns(getNodes(getNode(node, 'returningClause'), 'exprs'), scope);
  }

  #insert(node: Tree, outer: Scope): Column[] {
    const scope = this.#within(node, outer);
    const target = this.#table(node['relation'] as Tree, scope);
    this.writes.add(target.table ?? target.name);
    const rows = this.statement(node['selectStmt'] as Tree, scope);
    const index = getNodes(node, 'cols').findIndex(
      (one) => getText(getNode(one, 'ResTarget'), 'name') === target.key,
    );
    target.bound = rows[index]?.isBusiness === true;
    if (
      !getNode(node, 'returningClause') &&
      getNodes(getNode(getNode(node, 'selectStmt'), 'SelectStmt'), 'fromClause').length > 0
    )
      this.faults.push(`an insert of selected rows into ${target.table} returns no column`);
    if (!target.bound) this.faults.push(`rows of ${target.table} are written without its id`);
    scope.sources.push(target);
    const conflict = getNode(node, 'onConflictClause');
    if (conflict?.['action'] === 'ONCONFLICT_UPDATE') {
      const elements = getNodes(getNode(conflict, 'infer'), 'indexElems');
      if (!elements.some((one) => getText(getNode(one, 'IndexElem'), 'name') === target.key))
        this.faults.push(`an existing row of ${target.table} may belong to another business`);
      this.#refuseNewKey(getNodes(conflict, 'targetList'), target);
    }
    this.#expressions(node, scope);
    return this.#columns(getNodes(getNode(node, 'returningClause'), 'exprs'), scope);
  }

  #refuseNewKey(targets: Tree[], { table, key }: Source): void {
    if (targets.some((one) => getText(getNode(one, 'ResTarget'), 'name') === key))
      this.faults.push(`a row of ${table} moves to another business`);
  }

  /** Adds the sources, applies the conditions on the business, and handles subqueries. */
  #from(items: Tree[], node: Tree, scope: Scope): void {
    const derived: [Source, Tree][] = [];
    const conditions = listEqualities(getNode(node, 'whereClause')).map((one) => ({ ...one, keeps: null }));
    for (const item of items) this.#item(item, scope, { derived, conditions });
    this.#bind(conditions, scope);
    for (const [source, query] of derived) source.columns = this.statement(query, scope);
    this.#bind(conditions, scope);
    for (const { table, key, bound } of scope.sources) {
      if (table !== null && key !== null && !bound)
        this.faults.push(`no condition on the business of ${table}`);
    }
    this.#expressions(node, scope);
  }

  /** @returns the sources of an item */
  #item(item: Tree, scope: Scope, parts: { derived: [Source, Tree][]; conditions: Condition[] }): Source[] {
    const [kind, node] = Object.entries(item)[0] as [string, Tree];
    if (kind === 'JoinExpr') {
      const left = this.#item(node['larg'] as Tree, scope, parts);
      const right = this.#item(node['rarg'] as Tree, scope, parts);
      const keeps = { JOIN_INNER: [...left, ...right], JOIN_LEFT: right, JOIN_RIGHT: left }[
        String(node['jointype'])
      ];
      for (const one of listEqualities(getNode(node, 'quals')))
        parts.conditions.push({ ...one, keeps: keeps ?? [] });
      return [...left, ...right];
    }
    const source = kind === 'RangeVar' ? this.#table(node, scope) : createUnnamedSource(node);
    if (kind === 'RangeSubselect') parts.derived.push([source, node['subquery'] as Tree]);
    scope.sources.push(source);
    return [source];
  }

  #table(node: Tree, scope: Scope): Source {
    const table = String(node['relname']);
    const name = getText(getNode(node, 'alias'), 'aliasname') ?? table;
    for (let here: Scope | null = scope; here; here = here.outer) {
      const columns = here.queries.get(table);
      if (columns) return { name, table: null, key: null, bound: false, columns };
    }
    const key = this.#keys.get(table);
    if (key === undefined) this.faults.push(`${table} is no table of the product`);
    this.tables.add(table);
    return { name, table, key: key ?? null, bound: false, columns: [] };
  }

  #bind(conditions: Condition[], scope: Scope): void {
    const keep = (column: Tree, value: Tree, keeps: Source[] | null): boolean => {
      const source = findOwner(column, { ...scope, outer: null });
      if (!source || source.bound || source.key === null || source.key !== columnOf(column)) return false;
      if (keeps && !keeps.includes(source)) return false;
      source.bound = this.#isBusiness(value, scope.isColumn ? { ...scope, outer: null } : scope);
      return source.bound;
    };
    const round = () =>
      conditions.filter(({ left, right, keeps }) => keep(left, right, keeps) || keep(right, left, keeps));
    while (round().length > 0);
  }

  #isBusiness(value: Tree | undefined, scope: Scope): boolean {
    if (!value) return false;
    const [kind, node] = Object.entries(value)[0] as [string, Tree];
    if (kind === 'TypeCast') return this.#isBusiness(node['arg'] as Tree, scope);
    if (kind === 'ParamRef') return this.#isParameter(Number(node['number']));
    if (kind === 'A_Const') return getNode(node, 'ival')?.['ival'] === this.#businessId;
    if (kind === 'A_ArrayExpr')
      return getNodes(node, 'elements').every((one) => this.#isBusiness(one, scope));
    if (kind !== 'ColumnRef') return false;
    const source = findOwner(value, scope);
    const column = columnOf(value);
    if (!source || column === undefined) return false;
    if (source.table !== null) return source.bound && source.key === column;
    return source.columns.some(({ name, isBusiness }) => name === column && isBusiness);
  }

  #columns(targets: Tree[], scope: Scope): Column[] {
    return targets.flatMap(({ ResTarget }) => {
      const target = ResTarget as Tree;
      const value = target['val'] as Tree;
      const fields = getNodes(getNode(value, 'ColumnRef'), 'fields');
      if (fields.some((field) => 'A_Star' in field)) {
        const of = getText(getNode(fields[0], 'String'), 'sval');
        return scope.sources
          .filter(({ name }) => of === undefined || name === of)
          .flatMap(({ columns }) => columns);
      }
      const name = getText(target, 'name') ?? columnOf(value) ?? '';
      return [{ name, isBusiness: this.#isBusiness(value, scope) }];
    });
  }

  /** Handles subqueries and function calls in expressions. */
  #expressions(node: unknown, scope: Scope): void {
    if (Array.isArray(node)) for (const one of node) this.#expressions(one, scope);
    else if (typeof node === 'object' && node !== null) {
      for (const [key, value] of Object.entries(node)) {
        if (READ_BEFORE.includes(key)) continue;
        if (key === 'targetList') this.#expressions(value, { ...scope, readsColumns: true });
        else if (key === 'subselect') this.statement(value as Tree, scope);
        else if (key === 'FuncCall') this.#call(value as Tree, scope);
        else this.#expressions(value, scope);
      }
    }
  }

  /** Searches an expression for the parameter of the business: the key of an advisory lock. */
  #hasBusiness(expression: unknown): boolean {
    if (typeof expression !== 'object' || expression === null) return false;
    const parameter = (expression as { ParamRef?: { number?: number } }).ParamRef?.number;
    if (parameter !== undefined) return this.#isParameter(parameter);
    return Object.values(expression).some((part) => this.#hasBusiness(part));
  }

  #call(node: Tree, scope: Scope): void {
    const name = getNodes(node, 'funcname')
      .map((part) => getText(getNode(part, 'String'), 'sval'))
      .join('.');
    if (/lock/.test(name) && !this.#hasBusiness(node['args']))
      this.faults.push(`${name} locks what is no row of a business`);
    this.#expressions(node['args'], scope);
  }
}
