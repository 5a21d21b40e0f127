import { expect, test } from 'vitest';
import { concatenate, findError, GroupSplitter, simpleQuery, statementsIn, syncMessage } from './protocol.ts';

const startup = new Uint8Array([0, 0, 0, 9, 0, 3, 0, 0, 0]);
const parse = new Uint8Array([0x50, 0, 0, 0, 6, 0, 0]);
const terminate = new Uint8Array([0x58, 0, 0, 0, 4]);

function lengths(groups: Uint8Array[]): number[] {
  return groups.map(({ length }) => length);
}

test('groups end at Sync and Query, and the startup packet stands alone', () => {
  const query = simpleQuery('select 1');
  const bytes = concatenate([startup, query, parse, syncMessage, parse]);
  expect(lengths(new GroupSplitter().push(bytes))).toEqual([9, query.length, 12]);
});

test('bytes may come in any pieces', () => {
  const bytes = concatenate([startup, simpleQuery('select 1'), parse, syncMessage]);
  const splitter = new GroupSplitter();
  const groups = [...bytes].flatMap((byte) =>
    splitter.push(new Uint8Array([byte])).map((group) => group.slice()),
  );
  expect(concatenate(groups)).toEqual(bytes);
  expect(groups.length).toBe(3);
});

test('statements are counted by what carries them out', () => {
  const execute = new Uint8Array([0x45, 0, 0, 0, 9, 0, 0, 0, 0, 0]);
  expect(statementsIn(concatenate([parse, execute, parse, execute, syncMessage]))).toBe(2);
  expect(statementsIn(simpleQuery('select 1'))).toBe(1);
  expect(statementsIn(startup)).toBe(0);
});

test('Terminate never reaches the only session', () => {
  const splitter = new GroupSplitter();
  splitter.push(startup);
  expect(concatenate(splitter.push(concatenate([syncMessage, terminate])))).toEqual(syncMessage);
});

test('finds an error by its severity behind other messages', () => {
  const body = new TextEncoder().encode('SPANIQUE\0VPANIC\0C53100\0MNo space\0\0');
  const error = new Uint8Array([0x45, 0, 0, 0, body.length + 4, ...body]);
  const bytes = concatenate([parse, error]);
  expect(findError(bytes, ({ severity }) => severity === 'PANIC')).toEqual({
    severity: 'PANIC',
    code: '53100',
    message: 'No space',
  });
  expect(findError(bytes, ({ severity }) => severity === 'FATAL')).toBeUndefined();
});
