import { describe, expect, test } from 'vitest';
import { checkPages, checkRows, readRows, readTitles, THREAT } from './check-coverage.ts';

const head = '| Id | Statement | Shown by | Decided |\n|---|---|---|---|\n';

function page(...lines: string[]) {
  return { path: 'docs/spec-coverage/1.md', text: `# One\n\n${head}${lines.join('\n')}\n` };
}

const titles = new Map([
  ['tests/e2e/mail.spec.ts', ['reads a letter', 'says "a | b"']],
  ['src/features/mail/server/mail.test.ts', ['%s is refused']],
]);

function faults(...lines: string[]) {
  return checkRows(readRows(page(...lines)), titles);
}

describe('titles', () => {
  const titlesOf = (text: string) => readTitles({ path: 'a.test.ts', text });

  test('are those of tests, wherever they stand', () => {
    const text = `test('a', () => {}); describe('b', () => { test.each([1])('%s c', () => {}); it("d", f); });
      test.for([1])('%s e', f);`;
    expect(titlesOf(text)).toEqual(['a', '%s c', 'd', '%s e']);
  });

  test('keep their placeholders', () => {
    expect(titlesOf('for (const a of b) test(`${a} is shown`, f);')).toEqual(['${a} is shown']);
  });

  test('are not those of groups, steps or other calls', () => {
    const text = `describe('a', f); test.step('b', f); test.use({}); check.each([1])('c', f); test(d, f); each('e');`;
    expect(titlesOf(text)).toEqual([]);
  });
});

describe('rows', () => {
  test('a row whose tests are there is in order', () => {
    const both =
      '`tests/e2e/mail.spec.ts › reads a letter`, `src/features/mail/server/mail.test.ts › %s is refused`';
    expect(faults(`| 2.mail.1 | Mail is read | ${both} | decisions 6 |`)).toEqual([]);
  });

  test('a bar in a title is escaped in the table', () => {
    expect(faults('| 2.mail.1 | Bars | `tests/e2e/mail.spec.ts › says "a \\| b"` | |')).toEqual([]);
  });

  test('a row without a test is found, with its line', () => {
    expect(faults('| 2.mail.1 | Mail is read | | |', '| 2.mail.2 | Mail | mail.spec.ts | |')).toMatchObject([
      { line: 5, what: '2.mail.1 names no test' },
      { line: 6, what: '2.mail.2 names no test' },
    ]);
  });

  test('a title that is not in the file is found, and what is there is said', () => {
    const [finding, ...rest] = faults(
      '| 2.mail.1 | Mail is read | `tests/e2e/mail.spec.ts › reads mail` | |',
    );
    expect(finding?.what).toContain('2.mail.1 cites what is not there');
    expect(finding?.mend).toContain('reads a letter');
    expect(rest).toEqual([]);
  });

  test('a test that moved is told where it is', () => {
    expect(faults('| 2.mail.1 | Mail | `tests/e2e/mail.spec.ts › %s is refused` | |')).toMatchObject([
      { mend: 'a test of this title is in src/features/mail/server/mail.test.ts' },
    ]);
  });

  test.each(['`tests/e2e/gone.spec.ts › reads it`', '`tests/e2e/mail.spec.ts`', '`reads a letter`'])(
    '%s is no test',
    (cited) => {
      expect(faults(`| 2.mail.1 | Mail is read | ${cited} | |`)).toHaveLength(1);
    },
  );

  test('one good test does not hide a bad one', () => {
    const cited = '`tests/e2e/mail.spec.ts › reads a letter`, `tests/e2e/mail.spec.ts › gone`';
    expect(faults(`| 2.mail.1 | Mail is read | ${cited} | |`)).toHaveLength(1);
  });

  test.each(['Mail', '', '2', 'a.1'])("'%s' is no id", (id) => {
    expect(faults(`| ${id} | Mail is read | \`tests/e2e/mail.spec.ts › reads a letter\` | |`)).toMatchObject([
      { what: `'${id}' is no id` },
    ]);
  });

  test('an id stands once', () => {
    const row = '| 2.mail.1 | Mail is read | `tests/e2e/mail.spec.ts › reads a letter` | |';
    expect(faults(row, row)).toMatchObject([{ line: 6, what: 'the id 2.mail.1 is there twice' }]);
  });
});

describe('threats and goals', () => {
  const threats = (...lines: string[]) => checkRows(readRows(page(...lines)), titles, THREAT);
  const cited = '`tests/e2e/mail.spec.ts › reads a letter`';

  test.each([
    `| S-1 | Nobody reads it | ${cited} | holds |`,
    `| T12 | Nobody reads it | ${cited} | differs: not at night, when nobody is there |`,
    '| R-3 | Nothing is lost | | differs: little is lost |',
    '| D-17 | It scales | | differs: there is one node |',
  ])('%s is in order', (line) => {
    expect(threats(line)).toEqual([]);
  });

  test.each([
    ['| 2.mail.1 | Nobody reads it | `tests/e2e/mail.spec.ts › reads a letter` | holds |', 'is no id'],
    ['| S-1 | Nobody reads it | | holds |', 'S-1 names no test'],
    ['| S-1 | Nobody reads it | | open: unmeasured |', 'S-1 does not say whether it holds'],
    [`| S-1 | Nobody reads it | ${cited} | |`, 'S-1 does not say whether it holds'],
    [
      '| S-1 | Nobody reads it | `tests/e2e/mail.spec.ts › gone` | differs: a part |',
      'cites what is not there',
    ],
  ])('%s is not', (line, what) => {
    expect(threats(line)).toMatchObject([{ what: expect.stringContaining(what) }]);
  });
});

test('a page that the index does not link to is found', () => {
  const start = { path: 'docs/spec-coverage.md', text: '[One](spec-coverage/1.md)' };
  expect(checkPages([start, page()])).toEqual([]);
  expect(checkPages([{ ...start, text: '' }, page()])).toMatchObject([{ path: 'docs/spec-coverage/1.md' }]);
});
