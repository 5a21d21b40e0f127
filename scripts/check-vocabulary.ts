/** Finds words for which the project uses a standard term (docs/glossary.md). */

import { Visitor } from 'oxc-parser';
import { type Finding, lineAt, parse, readSources, report, type Source } from './sources.ts';

/** Denied everywhere: in identifiers (each word of a camel-case name), comments, docs, titles and texts. */
const words = new Map(
  Object.entries({
    afresh: 'again; retry',
    aloud: 'logged; printed',
    anew: 'again',
    anybody: 'anyone',
    breath: 'tick; batch',
    chores: 'scheduled jobs',
    correspondents: 'users with messages',
    door: 'entry point',
    doors: 'entry points',
    everybody: 'everyone; all users',
    hear: 'receive',
    heard: 'received',
    hears: 'receives',
    journey: 'round trip (database); user flow (test)',
    journeys: 'round trips (database); user flows (tests)',
    mend: 'fix; hint',
    mended: 'fixed',
    mends: 'fixes',
    mover: 'actor',
    neighbour: 'another business',
    neighbours: 'two businesses',
    nobody: 'no user; no listener',
    owed: 'pending',
    said: 'sent; executed',
    saying: 'sending',
    say: 'send; state',
    says: 'sends; states',
    somebody: 'another user',
    stranger: 'unauthenticated request; unknown token',
    strangers: 'unauthenticated requests',
    swallowed: 'unhandled',
    tell: 'notify; pass',
    tells: 'notifies; passes',
    told: 'notified; passed',
    whoever: 'the caller; the user who',
  }),
);

/** Denied as a word of an identifier; in prose they also have an ordinary meaning. */
const identifierWords = new Map(
  Object.entries({
    admit: 'authorize',
    ahead: 'prefetch',
    breathe: 'batch',
    circumstances: 'signingMetadata',
    echo: 'abortedTransaction',
    fact: 'detail; description; rule input',
    facts: 'details; descriptions; rule input',
    figures: 'totals; stats; metrics',
    gate: 'authorize',
    loose: 'orphaned',
    movement: 'ledgerEntry',
    parties: 'signers',
    payor: 'payer',
    payors: 'payers',
    place: 'position; index; slot; key; location',
    places: 'positions; locations',
    proof: 'verification; evidence',
    room: 'diskSpace',
    scene: 'scenario',
    silence: 'inactivityTimeout',
    soon: 'preload',
    standing: 'subscriptionStatus',
    turn: 'lease; checkout; slot',
    wall: 'rowLevelSecurity; tenantIsolation',
    words: 'labels; searchTerms',
    world: 'factories; fakes; helpers',
  }),
);

/** Denied as a whole name: a participle does not describe a value. */
const participles = new Set('asked found given gone kept known said seen shown taken told wanted'.split(' '));

/** Denied as a whole name: earlier names, whose words have another meaning elsewhere. */
const earlierNames = new Map(
  Object.entries({
    attemptKey: 'idempotencyKey; submissionKey',
    clearAttempts: 'clearGuesses',
    drawRules: 'allocationRules',
    DrawingVisit: 'VisitToAllocate',
    DrawInput: 'AllocationInput',
    getAttempt: 'submissionKey',
    NoteAttempt: 'NoteRecord',
    noteAttempt: 'noteRecord',
    openSheet: 'openClientSigning',
    refundAttempt: 'refundGuess',
    SheetCode: 'ClientSigningCode',
    SheetCodeField: 'ClientSigningCodeField',
    SheetDispute: 'ClientSigningDispute',
    sheetDispute: 'clientSigningDispute',
    SheetPad: 'ClientSigningPad',
    SheetSigner: 'ClientSigner',
    SheetStep: 'ClientSigningStep',
    SheetTexts: 'ClientSigningTexts',
    sheetTexts: 'clientSigningTexts',
    SignedNote: 'CanonicalInput; CheckedNote; UnitSource; ExportedNote',
    SigningSheet: 'ClientSigningDialog',
    spendAttempt: 'spendGuess',
    takeAttempt: 'takeGuess',
    useAttemptKey: 'useIdempotencyKey',
  }),
);

/** Phrases denied in any text. */
const phrases: [RegExp, string][] = [
  [/\blast words?\b/gi, 'before-commit statements'],
  [/\bin vain\b/gi, 'without effect'],
  [/\bunder way\b/gi, 'in progress'],
  [/\bgiven? (up|back)\b/gi, 'closed; released'],
  [/\bstands? in line\b|\bin line for\b/gi, 'queue'],
  [/\bloose files?\b/gi, 'orphaned files'],
  [/\bform ?memor(y|ies)\b/gi, 'persisted form state'],
  [/\bkept refusals?\b|\balready done\b/gi, 'commit-and-throw error; idempotent replay'],
  [/\btak(es?|ing) notice\b|\bcarr(y|ies|ied) out\b/gi, 'read the key; execute'],
  [/\bgathered\b|\bbuilt once\b|\bread ahead\b/gi, 'buffered; prepared query; prefetch'],
  [/\blost phone\b/gi, 'two-factor reset'],
  [/\btwo[-_ ]?step/gi, 'two-factor'],
  [/\bissued passwords?\b/gi, 'temporary password'],
  [/\bsigning sheets?\b|\bclient's sheet\b/gi, 'signing screen; a sheet is a spreadsheet'],
  [
    /\bunits? (?:\w+ ){0,4}dr(?:aws?|ew|awn)\b|\baccounts? (?:\w+ ){0,4}dr(?:aws?|ew)\b|\bdr(?:aws?|ew) (?:\w+ )?units\b/gi,
    'use; allocate',
  ],
  [/\bfair ?share\b/gi, 'rate limit per business; load shedding'],
  [/\bspoken for\b|\blooks? after\b|\blives? in\b/gi, 'assigned; refreshes; is stored in'],
];

/** Words with which a comment may not begin; the later lines of a `//` comment do not count. */
const COMMENT_START =
  /(?:\/\*\*?\s*(?:\* +)?|(?<!^[ \t]*\/\/.*\n[ \t]*)\/\/[ \t]*)(What|Whether|Those|Which|Whose)\b/gm;

/** Values that are stored or hashed and cannot be renamed. */
const FROZEN = /two_step_\w+|`two-step:/g;

/** Names that libraries export. */
const LIBRARY_NAMES = new Set(['diffWordsWithSpace']);

/** Finds the denied words of one source. */
export function checkVocabulary({ path, text: original }: Source): Finding[] {
  const source = { path, text: original.replace(FROZEN, (value) => ' '.repeat(value.length)) };
  const findings: Finding[] = [];
  const add = (at: number, word: string, instead: string) =>
    findings.push({
      path: source.path,
      line: lineAt(source.text, at + 1),
      what: `uses '${word}'`,
      hint: `use the standard term: ${instead}`,
    });
  for (const { word, at } of wordsIn(source.text)) {
    const instead = words.get(word);
    if (instead !== undefined) add(at, word, instead);
  }
  for (const [pattern, instead] of phrases) {
    for (const match of source.text.matchAll(pattern)) add(match.index, match[0], instead);
  }
  if (/\.(ts|tsx|mjs|css)$/.test(source.path)) findings.push(...checkCommentStarts(source));
  if (/\.(ts|tsx|mjs)$/.test(source.path)) {
    for (const [at, name] of identifiersIn({ path, text: original })) {
      if (LIBRARY_NAMES.has(name)) continue;
      if (participles.has(name)) add(at, name, 'a noun for the value');
      const renamed = earlierNames.get(name);
      if (renamed !== undefined) add(at, name, renamed);
      for (const { word } of wordsIn(name)) {
        const instead = identifierWords.get(word);
        if (instead !== undefined) add(at, name, instead);
      }
    }
  }
  return findings;
}

function checkCommentStarts({ path, text }: Source): Finding[] {
  return [...text.matchAll(COMMENT_START)].map(({ index, 0: start, 1: word }) => ({
    path,
    line: lineAt(text, index + start.length),
    what: `begins a comment with '${word}'`,
    hint: 'begin with a verb (what it does) or a noun (what it is)',
  }));
}

/** The words of a text in lower case; a camel-case name has several. */
function* wordsIn(text: string): Generator<{ word: string; at: number }> {
  for (const match of text.matchAll(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g)) {
    yield { word: match[0].toLowerCase(), at: match.index };
  }
}

/** The names that a source declares or uses, by position. */
function identifiersIn(source: Source): Map<number, string> {
  const names = new Map<number, string>();
  const add = (node: { name: string; start: number }) => names.set(node.start, node.name);
  new Visitor({ Identifier: add, PrivateIdentifier: add, JSXIdentifier: add }).visit(parse(source));
  return names;
}

if (import.meta.main) {
  const checked = ['src', 'tests', 'scripts', 'bench', 'docs', 'deploy', 'README.md', 'CONTRIBUTING.md'];
  const own = ['scripts/check-vocabulary.ts', 'scripts/check-vocabulary.test.ts'];
  const sources = readSources('.', checked, [
    '.ts',
    '.tsx',
    '.mjs',
    '.md',
    '.sql',
    '.yml',
    '.cfg',
    '.css',
  ]).filter(({ path }) => !own.includes(path));
  const folders = process.argv.slice(2);
  const isSelected = ({ path }: Finding) =>
    folders.length === 0 || folders.some((folder) => path.startsWith(folder));
  report('vocabulary', sources.flatMap(checkVocabulary).filter(isSelected), { files: sources.length });
}
