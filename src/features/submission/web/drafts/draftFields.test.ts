import { expect, test } from 'vitest';
import { emptyNote } from '#features/submission/web/entry/noteForm.ts';
import { isInNoDraft, valuesFromDraft } from './draftFields.ts';
import type { Draft } from './queries.ts';

const empty = emptyNote('2026-03-02');
const draft = { id: 7, content: 'Cleaned the kitchen.', startTime: '09:00', workDate: '2026-03-01' } as Draft;
const other = { id: 8, content: 'Went to the clinic.' } as Draft;
const loaded = valuesFromDraft(draft, empty);

test.each([
  ['an empty form', empty, [undefined, other], false],
  ['a form without a draft', { ...empty, description: 'Typed.' }, [undefined, other], true],
  ['a form that equals the draft that it came from', loaded, [draft, other], false],
  ['a form that equals the draft to load, wherever it came from', loaded, [undefined, draft], false],
  ['a draft changed since', { ...loaded, description: 'Changed.' }, [draft, other], true],
  ['a time typed since', { ...loaded, endTime: '10:00' }, [draft, draft], true],
  ['what a client reported', { ...loaded, dispute: { reason: 'other', text: 'x' } }, [draft, draft], true],
  [
    'the signature of the client, which no draft keeps',
    { ...loaded, clientSignature: 'x' },
    [draft, draft],
    true,
  ],
] as const)(
  '%s is replaced without a confirmation unless something would be lost',
  (_, values, saved, asks) => {
    expect(isInNoDraft(values, saved)).toBe(asks);
  },
);
