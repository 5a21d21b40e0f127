import { expect, test } from 'vitest';
import { checkVocabulary } from './check-vocabulary.ts';

const check = (path: string, text: string) =>
  checkVocabulary({ path, text }).map(({ line, what }) => `${line} ${what}`);

test.each([
  ['a comment', 'src/a.ts', '\n// Nobody waits here\n', ["2 uses 'nobody'"]],
  ['a part of an identifier', 'src/a.ts', 'const readInOneJourney = 1;', ["1 uses 'journey'"]],
  ['an identifier alone', 'src/a.ts', 'const freePlaces = 1; // many places', ["1 uses 'freePlaces'"]],
  ['a name that is gone', 'src/a.ts', 'type SheetDispute = Sheet;', ["1 uses 'SheetDispute'"]],
  [
    'a phrase for units',
    'docs/a.md',
    'The account that a note draws from',
    ["1 uses 'account that a note draws'"],
  ],
  ['a test title', 'tests/a.test.ts', "test('a call in vain', () => {});", ["1 uses 'in vain'"]],
  ['a Markdown page', 'docs/a.md', '# Page\n\nThe server says so.\n', ["3 uses 'says'"]],
])('the check finds a denied word in %s', (_, path, text, findings) => {
  expect(check(path, text)).toEqual(findings);
});

test('the check accepts words that only contain a denied word', () => {
  expect(check('src/a.ts', 'const essay = "outdoors"; // heartily')).toEqual([]);
});

test.each([
  ['a function', '/** Whether it is open. */\nconst isOpen = true;', ["1 begins a comment with 'Whether'"]],
  ['a block', '/**\n * What it is.\n */', ["2 begins a comment with 'What'"]],
  ['an element', '<a>\n{/* Those of others. */}\n</a>', ["2 begins a comment with 'Those'"]],
  ['a value', "/* Which hour it is. */\nconst hour = 'first';", ["1 begins a comment with 'Which'"]],
  ['the end of a line', 'run(); // What remains.', ["1 begins a comment with 'What'"]],
  ['the line after code', "open('https://a.test');\n// What opens.", ["2 begins a comment with 'What'"]],
])('the check finds a comment of %s that begins without a verb or a noun', (_, text, findings) => {
  expect(check('src/a.tsx', text)).toEqual(findings);
});

test('the check accepts those words later in a comment and in texts', () => {
  const comments =
    '/**\n * Returns\n * Whether.\n */\n// Reads it.\n  // What remains is sent.\n// Whatever.';
  expect(check('src/a.tsx', `${comments}\nconst text = 'What? Those';`)).toEqual([]);
});
