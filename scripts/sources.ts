/** What the checks share: the source files, parsed, and findings with a hint how to fix each. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync, type Program } from 'oxc-parser';

export interface Source {
  /** From the project's root, with forward slashes. */
  path: string;
  text: string;
}

export interface Finding {
  path: string;
  line: number;
  what: string;
  hint: string;
}

const leftOut = new Set([
  'node_modules',
  'dist',
  'data',
  'coverage',
  'screens',
  'test-results',
  'playwright-report',
]);

/** All files under the folders (or the files themselves) whose name has one of the endings, in order. */
export function readSources(root: string, paths: string[], endings: string[]): Source[] {
  return listFiles(root, paths)
    .filter((path) => endings.some((ending) => path.endsWith(ending)))
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));
}

/** Paths of all files under the paths, from the root, sorted; what is built or installed is left out. */
export function listFiles(root: string, paths: string[]): string[] {
  return paths.flatMap((path) => filesUnder(root, path)).sort();
}

function filesUnder(root: string, folder: string): string[] {
  if (statSync(join(root, folder)).isFile()) return [folder];
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder === '.' ? entry.name : `${folder}/${entry.name}`;
    if (entry.isDirectory())
      return leftOut.has(entry.name) || entry.name.startsWith('.') ? [] : filesUnder(root, path);
    return entry.isFile() ? [path] : [];
  });
}

/** The syntax tree of a source. Throws on a syntax error, naming the file. */
export function parse(source: Source): Program {
  const { program, errors } = parseSync(source.path, source.text, { sourceType: 'module' });
  const fault = errors.find((error) => error.severity === 'Error');
  if (fault) throw new Error(`${source.path} cannot be parsed: ${fault.message}`);
  return program;
}

/** Line number, from 1, of a position in the text. */
export function lineAt(text: string, position: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at !== -1 && at < position; at = text.indexOf('\n', at + 1)) line += 1;
  return line;
}

/** Whether the file is a test; tests have looser sizes and may reach everywhere. */
export function isTest(path: string): boolean {
  return /\.(test|spec)\.tsx?$/.test(path);
}

/** Prints the findings and ends the check: it fails on any finding, and when there was nothing to look at. */
export function report(name: string, findings: Finding[], looked: { files: number; note?: string }): void {
  for (const { path, line, what, hint } of findings) console.log(`${path}:${line} ${what} → ${hint}`);
  if (looked.files === 0) console.log(`${name}: no file was looked at`);
  const note = looked.note === undefined ? '' : `; ${looked.note}`;
  console.log(`${name}: ${looked.files} files, ${findings.length} findings${note}`);
  process.exitCode = findings.length === 0 && looked.files > 0 ? 0 : 1;
}
