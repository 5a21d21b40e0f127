/** Where files may lie and what they are called, and words and habits that have no place in the project. */
import { type Finding, isTest, lineAt, listFiles, readSources, report, type Source } from './sources.ts';

interface Place {
  /** Which files the line is about. */
  where: RegExp;
  /** What their path must look like from there on; tests stand beside what they test. */
  allowed: RegExp;
  hint: string;
}

const camel = '[a-z][A-Za-z0-9]*';
const pascal = '[A-Z][A-Za-z0-9]*';
const folder = '[a-z][a-z0-9]*(-[a-z0-9]+)*';

const places: Place[] = [
  {
    where: /^src\/features\/[^/]+\/server\//,
    allowed: new RegExp(`^src/features/${folder}/server/(${camel}/)?${camel}(\\.test)?\\.ts$`),
    hint: 'server/ holds tables, policy, reads, actions, routes and files named after their side effect or noun, in lower camel case, with at most one level of folders named after a noun',
  },
  {
    where: /^src\/features\/[^/]+\/web\//,
    allowed: new RegExp(
      `^src/features/${folder}/web/(queries\\.ts|public\\.tsx|${pascal}Page\\.tsx|${camel}/(${pascal}\\.tsx|${camel}\\.tsx?)|(${camel}/)?\\w+\\.test\\.tsx?)$`,
    ),
    hint: 'web/ holds queries.ts, public.tsx, …Page.tsx and folders named after a noun (components in Pascal case, the rest in lower camel case)',
  },
  {
    where: /^src\/features\//,
    allowed: new RegExp(
      `^src/features/${folder}/((contract|rules|${camel}(Contract|Rules))(\\.test)?\\.ts|README\\.md|(server|web)/.+)$`,
    ),
    hint: 'a feature holds contract.ts, rules.ts (or one for each noun: assignmentContract.ts), server/ and web/',
  },
  {
    where: /^src\/platform\//,
    allowed: new RegExp(
      `^src/platform/(contract|server|web)/((${folder}|${camel})/)*(${camel}|${pascal})(\\.test)?\\.(ts|tsx|css)$`,
    ),
    hint: 'platform holds contract/, server/ and web/, with files in camel case',
  },
  {
    where: /^src\/app\/(?!web\/)/,
    allowed: new RegExp(`^src/app/${camel}(\\.test)?\\.ts$`),
    hint: 'app holds files in lower camel case and web/',
  },
  {
    where: /^src\//,
    allowed: /^src\/(app|features|platform)\//,
    hint: 'src holds app, features and platform',
  },
];

/** Files whose place or name is not in the plan of the house. */
export function checkPlaces(paths: string[]): Finding[] {
  const findings: Finding[] = [];
  for (const path of paths) {
    const place = places.find((one) => one.where.test(path) && !one.allowed.test(path));
    if (place) findings.push({ path, line: 1, what: 'has no place in the tree', hint: place.hint });
    const name = path.split('/').at(-1)?.split('.')[0] ?? '';
    if (path.startsWith('src/') && /^index$/.test(name) && !path.endsWith('.html')) {
      findings.push({
        path,
        line: 1,
        what: 'is a barrel',
        hint: 'import from the file that defines the thing',
      });
    }
    if (path.startsWith('src/') && /^(utils?|helpers?|common|misc|shared|types|lib)$/i.test(name)) {
      findings.push({
        path,
        line: 1,
        what: `has a name that says nothing`,
        hint: 'name it after what it does',
      });
    }
  }
  return findings;
}

interface Habit {
  where: (path: string) => boolean;
  pattern: RegExp;
  what: string;
  hint: string;
}

const anywhere = () => true;
const ownSource = '(test|it|describe)';

// Written in pieces where the whole word would be found in this very file.
const habits: Habit[] = [
  {
    where: anywhere,
    pattern: new RegExp(`\\b(${['TO' + 'DO', 'FIX' + 'ME', 'XX' + 'X', 'HA' + 'CK'].join('|')})\\b`),
    what: 'unfinished work is marked',
    hint: 'finish it, or leave it out',
  },
  {
    where: anywhere,
    pattern: new RegExp(`(${['lorem' + ' ipsum', 'not' + ' implemented'].join('|')})`, 'i'),
    what: 'stands in for something real',
    hint: 'write the real thing',
  },
  {
    where: anywhere,
    pattern: new RegExp(
      `(^|[^\\w./])/(${['wor' + 'k', 'roo' + 't', 'hom' + 'e/\\w+', 'Use' + 'rs/\\w+'].join('|')})/`,
    ),
    what: 'names a folder of one machine',
    hint: 'use a path from the project root, or a temporary folder',
  },
  {
    where: anywhere,
    pattern: new RegExp(`\\b${'regis' + 'try'}\\.(npmjs|yarnpkg|[a-z0-9-]+\\.[a-z]{2,})`, 'i'),
    what: 'names a package registry',
    hint: 'leave it to the settings of npm',
  },
  {
    where: anywhere,
    pattern: /\b(issue|ticket|pull request) #?\d+\b/i,
    what: 'speaks of the work on the product',
    hint: 'say what the reader needs to know about the product itself',
  },
  {
    where: isTest,
    pattern: new RegExp(`\\b${ownSource}\\.(only|skip|todo|fixme|fails)\\b`),
    what: 'a test is left out or run alone',
    hint: 'let every test run, or delete it',
  },
  {
    where: isTest,
    pattern: /waitForTimeout\(|timers\/promises|setTimeout\(\s*(resolve|done|\w+)\s*,/,
    what: 'a test sleeps',
    hint: 'wait for the condition itself: vi.waitFor, expect.poll, or an event',
  },
];

/** Words and habits in a source that have no place in the project. */
export function checkWords(source: Source): Finding[] {
  return habits
    .filter((habit) => habit.where(source.path))
    .flatMap(({ pattern, what, hint }) =>
      [...source.text.matchAll(new RegExp(pattern, `${pattern.flags}gm`))].map((match) => ({
        path: source.path,
        line: lineAt(source.text, match.index + match[0].length),
        what: `${what}: ${match[0].trim()}`,
        hint,
      })),
    );
}

if (import.meta.main) {
  const written = ['.ts', '.tsx', '.mjs', '.js', '.css', '.html', '.md', '.json', '.sql', '.yml', '.yaml'];
  const sources = readSources('.', ['.'], written).filter((source) => source.path !== 'package-lock.json');
  const findings = [...checkPlaces(listFiles('.', ['src'])), ...sources.flatMap(checkWords)];
  report('structure', findings, { files: sources.length });
}
