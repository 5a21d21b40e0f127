/** Checks the folders and names of files, and finds texts that do not belong in the project. */

import { type Finding, isTest, lineAt, listFiles, readSources, report, type Source } from './sources.ts';

interface PathRule {
  /** The files it applies to; the first match counts. */
  where: RegExp;
  allowed: RegExp;
  hint: string;
}

const camel = '[a-z][A-Za-z0-9]*';
const pascal = '[A-Z][A-Za-z0-9]*';

const PATH_RULES: PathRule[] = [
  {
    where: /^src\/features\/[^/]+\/server\//,
    allowed: new RegExp(`^src/features/${camel}/server/(${camel}/)?${camel}((\\.both)?\\.test)?\\.ts$`),
    hint: 'server/ holds files in lower camel case, with at most one level of folders named after a noun',
  },
  {
    where: /^src\/features\/[^/]+\/web\//,
    allowed: new RegExp(
      `^src/features/${camel}/web/((queries|searchParams)\\.ts|public\\.tsx|${pascal}\\.tsx|${camel}/(${pascal}\\.tsx|${camel}\\.tsx?)|(${camel}/)?\\w+\\.test\\.tsx?)$`,
    ),
    hint: 'web/ holds queries.ts, searchParams.ts, public.tsx, pages, components that several folders use, and folders named after a noun (components in Pascal case, the rest in lower camel case)',
  },
  {
    where: /^src\/features\//,
    allowed: new RegExp(
      `^src/features/${camel}/((contract|rules|${camel}(Contract|Rules))(\\.test)?\\.ts|README\\.md)$`,
    ),
    hint: 'a feature holds contract.ts, rules.ts (or one for each noun: assignmentContract.ts), server/ and web/',
  },
  {
    where: /^src\//,
    allowed: new RegExp(
      `^src/(app|platform/(contract|server|web))/((${camel})/)*(${camel}|${pascal})(\\.(test|d))?\\.\\w+$`,
    ),
    hint: 'src holds app, features and platform (contract/, server/ and web/), with files in camel case',
  },
];

const EMPTY_NAME = /\/(index|utils?|helpers?|common|misc|shared|types|lib)\.tsx?$/i;

/** Finds files in the wrong folder or with a wrong name. */
export function checkPaths(paths: string[]): Finding[] {
  const at = { line: 1 };
  return paths.flatMap((path): Finding[] => {
    const rule = PATH_RULES.find(({ where }) => where.test(path));
    if (rule && !rule.allowed.test(path))
      return [{ path, ...at, what: 'is in the wrong folder or has a wrong name', hint: rule.hint }];
    if (!EMPTY_NAME.test(path)) return [];
    return [{ path, ...at, what: 'has a name without meaning', hint: 'name it after its main export' }];
  });
}

/** The halves of a feature, which all features have. */
const HALF = /^src\/features\/[^/]+\/(server|web)$/;

/** Finds folders of source files that hold only one file or folder. */
export function checkFolders(paths: string[]): Finding[] {
  const contents = new Map<string, Set<string>>();
  for (const path of paths) {
    const names = path.split('/');
    names.slice(1).forEach((name, index) => {
      const folder = names.slice(0, index + 1).join('/');
      contents.set(folder, (contents.get(folder) ?? new Set()).add(name));
    });
  }
  return [...contents].flatMap(([path, names]) =>
    names.size > 1 || HALF.test(path)
      ? []
      : [{ path, line: 1, what: `holds only ${[...names].join()}`, hint: 'move it to the folder above' }],
  );
}

// In pieces, so that this file does not contain them itself.
const DENIED_TEXTS: { pattern: RegExp; what: string; hint: string }[] = [
  {
    pattern: new RegExp(`(${['lorem' + ' ipsum', 'not' + ' implemented'].join('|')})`, 'gim'),
    what: 'is a placeholder',
    hint: 'replace it',
  },
  {
    pattern: new RegExp(
      `(^|[^\\w./])/(${['wor' + 'k', 'roo' + 't', 'hom' + 'e/\\w+', 'Use' + 'rs/\\w+'].join('|')})/`,
      'gm',
    ),
    what: 'names a folder of one machine',
    hint: 'use a path from the project root, or a temporary folder',
  },
  {
    pattern: new RegExp(`\\b${'regis' + 'try'}\\.(npmjs|yarnpkg|[a-z0-9-]+\\.[a-z]{2,})`, 'gim'),
    what: 'names a package registry',
    hint: 'leave it to the npm settings',
  },
  {
    pattern: /\b(issue|ticket|pull request) #?\d+\b/gim,
    what: 'refers to a work item',
    hint: 'explain the reason itself',
  },
];

/** Finds denied texts in a source. */
export function checkTexts({ path, text }: Source): Finding[] {
  return DENIED_TEXTS.flatMap(({ pattern, what, hint }) =>
    [...text.matchAll(pattern)].map((match) => ({
      path,
      line: lineAt(text, match.index + match[0].length),
      what: `${what}: ${match[0].trim()}`,
      hint,
    })),
  );
}

/** Finds comments directly above an import, which the formatter moves along with it when it sorts. */
export function checkFileComments({ path, text }: Source): Finding[] {
  if (!/\.(tsx?|mjs)$/.test(path)) return [];
  return [...text.matchAll(/\*\/\nimport /g)].map(({ index }) => ({
    path,
    line: lineAt(text, index + 1),
    what: 'has a comment directly above an import',
    hint: 'an empty line below the comment of a file keeps it at the top',
  }));
}

const MAX_SERVER_LINES_WITHOUT_COMMENT = 60;

/** Finds longer server files without a comment at the top that states what the file is for. */
export function checkServerComments({ path, text }: Source): Finding[] {
  if (!/^src\/.*\bserver\/.*\.ts$/.test(path) || isTest(path)) return [];
  const lines = text.trimEnd().split('\n').length;
  // The comment of a declaration has no empty line below.
  if (lines <= MAX_SERVER_LINES_WITHOUT_COMMENT || /^\/\*\*(?:(?!\*\/)[^])*[^\s*]\.\s+\*\/\n\n/.test(text))
    return [];
  return [
    {
      path,
      line: 1,
      what: `has ${lines} lines and no sentence at the top`,
      hint: 'state in a comment with an empty line below what the file is for',
    },
  ];
}

if (import.meta.main) {
  const endings = ['.ts', '.tsx', '.mjs', '.js', '.css', '.html', '.md', '.json', '.sql', '.yml', '.yaml'];
  const sources = readSources('.', ['.'], endings).filter(({ path }) => path !== 'package-lock.json');
  const findings = [
    ...checkPaths(listFiles('.', ['src'])),
    ...checkFolders(listFiles('.', ['src'])),
    ...sources.flatMap(checkTexts),
    ...sources.flatMap(checkFileComments),
    ...sources.flatMap(checkServerComments),
  ];
  report('structure', findings, { files: sources.length });
}
