/** The boundaries that are not imports: settings, keys of the browser, the clock, SQL text, re-exports, other features' tables. */
import { type Expression, Visitor } from 'oxc-parser';
import { fileOf, mayHoldSql, type Place, placeOf } from './places.ts';
import { type Finding, lineAt, parse, type Source } from './sources.ts';

const settingsFile = 'src/platform/server/settings.ts';
const clockFiles = ['src/platform/server/clock.ts', 'src/platform/web/clock.ts'];
const schemaList = 'src/app/schema.ts';

/** Where text becomes SQL as it is, made of the words of this code alone. */
const rawSqlFiles = [
  'src/features/mail/server/counterActions.ts',
  'src/features/notes/server/evidence/storedNoteReads.ts',
  'src/features/units/server/tables.ts',
  'src/platform/server/database/setTenant.ts',
];

const sqlText =
  /^\s*(select\s[^]*\sfrom\s|insert\s+into\s|update\s+\S+\s+set\s|delete\s+from\s|with\s+\S+\s+as\s*\()/i;
const writes = new Set(['insert', 'update', 'delete']);
const writesNext = /\b(insert\s+into|update|delete\s+from)\s*$/i;

type Note = (at: number, what: string, hint: string) => void;

/** Breaches of the boundaries inside the code of one source. */
export function checkHabits(source: Source, place: Place): Finding[] {
  const findings: Finding[] = [];
  const note: Note = (at, what, hint) =>
    findings.push({ path: source.path, line: lineAt(source.text, at), what, hint });
  const program = parse(source);
  const foreign = foreignTables(source, place);
  new Visitor({
    MemberExpression(node) {
      if (node.object.type !== 'Identifier' || node.property.type !== 'Identifier') return;
      const read = `${node.object.name}.${node.property.name}`;
      readsWorld(source.path, read, (what, hint) => note(node.start, what, hint));
      if (/^sql\.(raw|identifier)$/.test(read) && !rawSqlFiles.includes(source.path)) {
        note(node.start, `calls ${read}`, 'let the query builder quote it: pass a column or a parameter');
      }
      if (read === 'crypto.randomUUID' && place.half === 'web') note(node.start, ...insecureFault);
    },
    NewExpression(node) {
      const isNow =
        node.callee.type === 'Identifier' && node.callee.name === 'Date' && node.arguments.length === 0;
      if (isNow) readsWorld(source.path, 'new Date()', (what, hint) => note(node.start, what, hint));
    },
    CallExpression(node) {
      const {
        callee,
        arguments: [table],
      } = node;
      if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return;
      if (writes.has(callee.property.name)) notForeign(table, foreign, note);
    },
    TemplateLiteral(node) {
      node.expressions.forEach((expression, index) => {
        if (writesNext.test(node.quasis[index]?.value.raw ?? '')) notForeign(expression, foreign, note);
      });
      notSql(node.quasis[0]?.value.raw ?? '', place, () => note(node.start, ...sqlFault));
    },
    Literal(node) {
      if (typeof node.value === 'string') notSql(node.value, place, () => note(node.start, ...sqlFault));
    },
    ExportAllDeclaration: (node) => notAgain(source.path, node.start, note),
    ExportNamedDeclaration(node) {
      if (node.source) notAgain(source.path, node.start, note);
    },
  }).visit(program);
  return findings;
}

const sqlFault = [
  'SQL stands here',
  'SQL lives in tables, reads and actions: put the query there and call it',
] as const;

const insecureFault = [
  'calls crypto.randomUUID',
  'browsers have it only on pages served securely: use randomKey of platform/web/attemptKey.ts',
] as const;

function notSql(text: string, place: Place, fault: () => void): void {
  if (place.half === 'server' && !mayHoldSql(place) && sqlText.test(text)) fault();
}

function readsWorld(path: string, read: string, fault: (what: string, hint: string) => void): void {
  if (read === 'process.env' && path !== settingsFile) {
    fault(
      'reads process.env',
      `settings are read in ${settingsFile} alone: add the setting there and pass it on`,
    );
  }
  if ((read === 'Date.now' || read === 'new Date()') && !clockFiles.includes(path)) {
    fault(
      `reads the clock (${read})`,
      'take the time from the context (server) or from platform/web/clock.ts (web)',
    );
  }
}

function notAgain(path: string, at: number, note: Note): void {
  if (path !== schemaList) note(at, 're-exports', 'import from the file that defines the thing');
}

function notForeign(table: { type: string } | undefined, foreign: Map<string, string>, note: Note): void {
  const node = table as Expression | undefined;
  const holder = node?.type === 'MemberExpression' ? node.object : node;
  if (holder?.type !== 'Identifier') return;
  const owner = foreign.get(holder.name);
  if (owner !== undefined) {
    note(holder.start, `writes a table of ${owner}`, `call a function of ${owner}/server/actions.ts`);
  }
}

/** Names in this source that stand for tables of other features, with the feature that owns them. */
function foreignTables(source: Source, place: Place): Map<string, string> {
  const foreign = new Map<string, string>();
  new Visitor({
    ImportDeclaration(node) {
      const file = fileOf(source.path, node.source.value);
      if (file === undefined) return;
      const target = placeOf(file);
      if (target.feature === undefined || target.feature === place.feature) return;
      if (!/^server\/(\w+\/)?tables\.ts$/.test(target.file)) return;
      for (const { local } of node.specifiers) foreign.set(local.name, target.feature);
    },
  }).visit(parse(source));
  return foreign;
}
