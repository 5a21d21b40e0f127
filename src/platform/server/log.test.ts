import { spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { captureLog } from '#tests/support/helpers/logOutput.ts';
import { openLog, SECRETS } from './log.ts';

const CANARY = 'canary-8f3a';

/** Returns the output of a log. */
function captureLines(log: (to: ReturnType<typeof openLog>) => void): string {
  const lines: string[] = [];
  log(openLog('trace', { write: (line: string) => void lines.push(line) }));
  return lines.join('');
}

describe('a log never writes a secret', () => {
  test.each(SECRETS)('in the property %s [S-31]', (name) => {
    const secret = { [name]: CANARY };
    for (const logged of [secret, { body: secret }, { req: { headers: secret } }, { rows: [secret] }]) {
      const text = captureLines((log) => log.info({ ...logged, beside: 'seen' }, 'a line'));
      expect(text).not.toContain(CANARY);
      expect(text).toContain('[removed]');
      expect(text).toContain('seen');
    }
  });

  test('through a child log', () => {
    const text = captureLines((log) => log.child({ requestId: 'r-1' }).warn({ password: CANARY }, 'a line'));
    expect([text.includes(CANARY), text.includes('r-1')]).toEqual([false, true]);
  });

  test('as a parameter of a failed statement, in message, stack or cause [S-31]', () => {
    const cause = Object.assign(new Error('duplicate key'), { code: '23505', detail: `(${CANARY})` });
    const error = new Error(
      `Failed query: insert into users values ($1)\nparams: ${CANARY}\n    at ${CANARY}`,
      {
        cause,
      },
    );
    const text = captureLines((log) => log.error({ err: error }, 'a request failed'));
    expect(text).not.toContain(CANARY);
    expect(JSON.parse(text)).toMatchObject({
      msg: 'a request failed',
      err: {
        message: 'Failed query: insert into users values ($1)',
        stack: expect.arrayContaining([expect.stringContaining('log.test.ts')]),
        cause: { message: 'duplicate key', code: '23505' },
      },
    });
  });
});

test('the log has no header of an upload, whatever its name [S-31]', () => {
  const headers = { 'x-amzn-oidc-accesstoken': CANARY };
  const text = captureLines((log) =>
    log.trace({ busboyOptions: { headers, limits: { files: 1 } } }, 'a line'),
  );
  expect([text.includes(CANARY), text.includes('"files":1')]).toEqual([false, true]);
});

test('a log writes no lines below its level', () => {
  const lines: string[] = [];
  const log = openLog('warn', { write: (line: string) => void lines.push(line) });
  log.info('not this');
  log.warn('this');
  expect(lines).toHaveLength(1);
});

test('a log buffers lines, and writes them in order with a warning', async () => {
  const chunks: string[] = [];
  await captureLog(async () => {
    const log = openLog('info');
    log.info('first');
    log.info('second');
    expect(chunks).toEqual([]);
    log.warn('third');
    expect(chunks).toHaveLength(1);
  }, chunks);
  expect([...chunks.join('').matchAll(/"msg":"(\w+)"/g)].map(([, message]) => message)).toEqual([
    'first',
    'second',
    'third',
  ]);
});

test('a log writes buffered lines within half a second', async () => {
  const chunks: string[] = [];
  await captureLog(async () => {
    openLog('info').info('alone');
    await expect.poll(() => chunks.join(''), { timeout: 500 }).toContain('"msg":"alone"');
  }, chunks);
});

test.each([
  ['all lines to a reader', 'cat', 20_000, 20_000],
  ['no lines to a pipe without a reader', 'true', 20_000, 0],
  ['no line to a pipe without a reader, as its only one', 'true', 0, 0],
])('a process that exits writes %s, and exits with 0', (_, reader, lines, expected) => {
  const program = `import { openLog } from './src/platform/server/log.ts';
    const log = openLog('info');
    for (let n = 0; n < ${lines}; n += 1) log.info('line');
    process.on('exit', (code) => process.stderr.write('exits with ' + code));
    setTimeout(() => { log.info('last'); process.exit(0); }, 300);`;
  const shell = `"$0" --input-type=module -e "$1" | ${reader}`;
  const { stdout, stderr } = spawnSync('sh', ['-c', shell, process.execPath, program], {
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
    timeout: 20_000,
  });
  expect(stdout.match(/"msg":"line"/g)?.length ?? 0).toBe(expected);
  expect(stderr).toContain('exits with 0');
});
