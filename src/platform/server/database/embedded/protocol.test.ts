import { expect, test } from 'vitest';
import {
  concatenate,
  findError,
  GroupSplitter,
  simpleQuery,
  countStatements,
  syncMessage,
} from './protocol.ts';

const startup = new Uint8Array([0, 0, 0, 9, 0, 3, 0, 0, 0]);
const parse = new Uint8Array([0x50, 0, 0, 0, 6, 0, 0]);
const terminate = new Uint8Array([0x58, 0, 0, 0, 4]);

function lengths(groups: Uint8Array[]): number[] {
  return groups.map(({ length }) => length);
}

test('ends a group at Sync and Query, and after the startup packet', () => {
  const query = simpleQuery('select 1');
  const bytes = concatenate([startup, query, parse, syncMessage, parse]);
  expect(lengths(new GroupSplitter().push(bytes))).toEqual([9, query.length, 12]);
});

test('accepts bytes in chunks of any size', () => {
  const bytes = concatenate([startup, simpleQuery('select 1'), parse, syncMessage]);
  const splitter = new GroupSplitter();
  const groups = [...bytes].flatMap((byte) =>
    splitter.push(new Uint8Array([byte])).map((group) => group.slice()),
  );
  expect(concatenate(groups)).toEqual(bytes);
  expect(groups.length).toBe(3);
});

test('counts Query and Execute messages as statements', () => {
  const execute = new Uint8Array([0x45, 0, 0, 0, 9, 0, 0, 0, 0, 0]);
  expect(countStatements(concatenate([parse, execute, parse, execute, syncMessage]))).toBe(2);
  expect(countStatements(simpleQuery('select 1'))).toBe(1);
  expect(countStatements(startup)).toBe(0);
});

test('drops Terminate, which would end the only session', () => {
  const splitter = new GroupSplitter();
  splitter.push(startup);
  expect(concatenate(splitter.push(concatenate([syncMessage, terminate])))).toEqual(syncMessage);
});

test('finds an error by its severity after other messages', () => {
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
