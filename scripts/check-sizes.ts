/** Sizes of files, functions, components and parameter lists: over a limit is an error. */
import { Visitor, type Function as FunctionNode, type ArrowFunctionExpression } from 'oxc-parser';
import { type Finding, isTest, lineAt, parse, readSources, report, type Source } from './sources.ts';

const limits = { file: 300, testFile: 500, function: 60, component: 150, parameters: 3 };

type AnyFunction = FunctionNode | ArrowFunctionExpression;

interface Measured {
  name: string;
  start: number;
  line: number;
  lines: number;
  parameters: number;
}

/** What is too big in one source. */
export function checkSizes(source: Source): Finding[] {
  const { path } = source;
  const findings: Finding[] = [];
  const lines = countLines(source.text);
  const most = isTest(path) ? limits.testFile : limits.file;
  if (lines > most) {
    findings.push({
      path,
      line: 1,
      what: `the file has ${lines} lines, more than ${most}`,
      hint: 'split it by product noun',
    });
  }
  return isTest(path)
    ? findings
    : [...findings, ...measure(source).flatMap((one) => functionFindings(path, one))];
}

function functionFindings(path: string, { name, line, lines, parameters }: Measured): Finding[] {
  const findings: Finding[] = [];
  const isComponent = path.endsWith('.tsx') && /^[A-Z]/.test(name);
  const most = isComponent ? limits.component : limits.function;
  if (lines > most) {
    const what = `${isComponent ? 'component' : 'function'} ${name} has ${lines} lines, more than ${most}`;
    findings.push({ path, line, what, hint: 'take out a part that has a name of its own' });
  }
  if (parameters > limits.parameters) {
    const what = `function ${name} has ${parameters} parameters, more than ${limits.parameters}`;
    findings.push({ path, line, what, hint: 'pass what belongs together as one object' });
  }
  return findings;
}

/** Every function of a source with its name, length and number of parameters. */
export function measure(source: Source): Measured[] {
  const named = new Map<number, string>();
  const found: Measured[] = [];
  const add = (node: AnyFunction) => {
    const first = lineAt(source.text, node.start);
    found.push({
      name: ('id' in node && node.id?.name) || '(unnamed)',
      start: node.start,
      line: first,
      lines: lineAt(source.text, node.end) - first + 1,
      parameters: node.params.filter((one) => !isThis(one)).length,
    });
  };
  new Visitor({
    VariableDeclarator(node) {
      if (node.init && node.id.type === 'Identifier') named.set(node.init.start, node.id.name);
    },
    Property(node) {
      if (node.key.type === 'Identifier') named.set(node.value.start, node.key.name);
    },
    MethodDefinition(node) {
      if (node.key.type === 'Identifier') named.set(node.value.start, node.key.name);
    },
    FunctionDeclaration: add,
    FunctionExpression: add,
    ArrowFunctionExpression: add,
  }).visit(parse(source));
  return found.map((one) => ({ ...one, name: named.get(one.start) ?? one.name }));
}

function isThis(parameter: AnyFunction['params'][number]): boolean {
  return parameter.type === 'Identifier' && parameter.name === 'this';
}

function countLines(text: string): number {
  return text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
}

/** The number below which the given share of the values lies. */
function quantile(values: number[], share: number): number {
  return (
    values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0
  );
}

if (import.meta.main) {
  const sources = readSources('.', ['src', 'tests', 'scripts', 'bench'], ['.ts', '.tsx', '.mjs']);
  const product = sources.filter((source) => source.path.startsWith('src/') && !isTest(source.path));
  const files = product.map((source) => countLines(source.text));
  const functions = product.flatMap(measure).map((one) => one.lines);
  const note = [
    `source files: median ${quantile(files, 0.5)} lines, 90 % up to ${quantile(files, 0.9)}`,
    `functions: 90 % up to ${quantile(functions, 0.9)}`,
  ].join('; ');
  report('sizes', sources.flatMap(checkSizes), { files: sources.length, note });
}
