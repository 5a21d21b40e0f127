/** Reads and parses source files for the checks, and reports their findings. */

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

const SKIPPED_FOLDERS = new Set([
  'node_modules',
  'dist',
  'data',
  'coverage',
  'screens',
  'test-results',
  'playwright-report',
]);

/** Reads the files under the paths whose names have one of the endings, sorted by path. */
export function readSources(root: string, paths: string[], endings: string[]): Source[] {
  return listFiles(root, paths)
    .filter((path) => endings.some((ending) => path.endsWith(ending)))
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));
}

/** Lists the files under the paths, sorted. Build output and installed packages are skipped. */
export function listFiles(root: string, paths: string[]): string[] {
  return paths.flatMap((path) => filesUnder(root, path)).sort();
}

function filesUnder(root: string, folder: string): string[] {
  if (statSync(join(root, folder)).isFile()) return [folder];
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder === '.' ? entry.name : `${folder}/${entry.name}`;
    if (entry.isDirectory())
      return SKIPPED_FOLDERS.has(entry.name) || entry.name.startsWith('.') ? [] : filesUnder(root, path);
    return entry.isFile() ? [path] : [];
  });
}

/** Parses a source. @throws on a syntax error */
export function parse(source: Source): Program {
  const { program, errors } = parseSync(source.path, source.text, { sourceType: 'module' });
  const fault = errors.find((error) => error.severity === 'Error');
  if (fault) throw new Error(`${source.path} cannot be parsed: ${fault.message}`);
  return program;
}

/** The line number of a position, from 1. */
export function lineAt(text: string, position: number): number {
  return text.slice(0, position).split('\n').length;
}

export function isTest(path: string): boolean {
  return /\.(test|spec)\.tsx?$/.test(path);
}

/** Prints the findings and sets the exit code: a check fails on any finding, and when it read no file. */
export function report(name: string, findings: Finding[], { files }: { files: number }): void {
  for (const { path, line, what, hint } of findings) console.log(`${path}:${line} ${what} → ${hint}`);
  console.log(`${name}: ${files} files, ${findings.length} findings`);
  process.exitCode = findings.length === 0 && files > 0 ? 0 : 1;
}
