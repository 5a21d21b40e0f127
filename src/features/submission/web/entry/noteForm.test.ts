import { describe, expect, test } from 'vitest';
import { buildTitle } from '#features/notes/rules.ts';
import { toDraftFields, valuesFromDraft } from '#features/submission/web/drafts/draftFields.ts';
import type { Draft } from '#features/submission/web/drafts/queries.ts';
import { emptyNote, valuesFromNote, type NoteValues } from './noteForm.ts';
import { noteFormSchema } from './noteFormSchema.ts';

const signature = `data:image/png;base64,${'A'.repeat(100)}`;

function fullNote(): NoteValues {
  return {
    ...emptyNote('2026-11-20'),
    clientId: '7',
    category: 'sustaining',
    startTime: '09:00',
    endTime: '11:15',
    description: 'Cleaned the kitchen.',
    research: 'Read the care plan.',
    summary: 'All done as planned.',
    employeeSignature: signature,
    clientSignature: signature,
    clientSignatureCode: '482913',
  };
}

function messagesOf(change: Partial<NoteValues>, timeZone = 'America/New_York') {
  const { error } = noteFormSchema(timeZone).safeParse({ ...fullNote(), ...change });
  return Object.fromEntries((error?.issues ?? []).map((issue) => [issue.path.join('.'), issue.message]));
}

describe('the note form', () => {
  test('accepts a complete note', () => {
    expect(messagesOf({})).toEqual({});
    const sealedCode = { clientId: '7', text: 'sealed' };
    expect(messagesOf({ clientSignatureCode: '', sealedCode })).toEqual({});
  });

  test('asks for the code again for another client than the one it was sealed for', () => {
    const sealedCode = { clientId: '8', text: 'sealed' };
    expect(messagesOf({ clientSignatureCode: '', sealedCode })).toEqual({
      clientSignatureCode: 'Client verification code must be at least 4 characters',
    });
  });

  test('reports all missing fields together [5.note.1,17]', () => {
    expect(messagesOf(emptyNote(''))).toEqual({
      clientId: 'Please select a client',
      category: 'Please select a service',
      workDate: 'Work date is required',
      startTime: 'Start time is required',
      endTime: 'End time is required',
      description: 'Description must be at least 10 characters',
      research: 'Research must be at least 10 characters',
      summary: 'Summary must be at least 10 characters',
      employeeSignature: 'Please provide your signature before submitting the note.',
      clientSignatureCode: 'Client verification code must be at least 4 characters',
      clientSignature: "Please obtain the client's signature before submitting the note.",
    });
  });

  const unsigned = { clientSignature: '', clientSignatureCode: '' };
  const { signer } = emptyNote('');

  test.each([
    ['a client who cannot sign', { signer: { ...signer, kind: 'none', reason: 'In hospital' } }],
    ['what the client reported', { dispute: { reason: 'wrong_times', text: null } }],
  ] as const)(
    'needs no code and signature for %s, and sends none [13.signer.121 13.sheet.122]',
    (_, change) => {
      expect(messagesOf({ ...unsigned, ...change })).toEqual({});
      const typed = { clientSignatureCode: '482913', clientSignature: signature };
      const values = { ...fullNote(), ...typed, ...change };
      const sent = noteFormSchema('America/New_York').parse({
        ...values,
        signer: { ...values.signer, typed: 'Cleo' },
      });
      expect(sent).toMatchObject({ clientSignature: undefined, clientSignatureCode: undefined });
      expect(sent.signer.typed).toBeNull();
    },
  );

  test('reports what is missing for the signer at its field [13.signer.121]', () => {
    const representative = { ...signer, kind: 'representative' as const, name: ' ' };
    expect(messagesOf({ signer: representative })).toEqual({
      'signer.name': 'Enter the name of the representative',
      'signer.relation': 'Enter what the representative is to the client',
    });
    expect(messagesOf({ ...unsigned, signer: { ...signer, kind: 'none' } })).toEqual({
      'signer.reason': 'Enter why the client cannot sign',
    });
  });

  test('reports texts that are too long [5.note.3 9.texts.1]', () => {
    const long = { description: 'x'.repeat(2001), research: 'x'.repeat(1501), summary: 'x'.repeat(501) };
    expect(messagesOf(long)).toEqual({
      description: 'Description too long',
      research: 'Research too long',
      summary: 'Summary too long',
    });
  });

  test('rejects equal times and more than 16 hours, even while other fields are empty [10.4.7]', () => {
    const equal = messagesOf({ startTime: '09:00', endTime: '09:00', description: '' });
    expect(equal['endTime']).toBe('End time must differ from start time');
    expect(equal['description']).toBe('Description must be at least 10 characters');
    expect(messagesOf({ startTime: '08:00', endTime: '00:15' })).toEqual({
      endTime: 'A note covers at most 16 hours',
    });
    expect(messagesOf({ startTime: '08:00', endTime: '00:00' })).toEqual({});
  });

  test('measures the night of a clock change in the time zone of the business [10.4.9]', () => {
    const night = { workDate: '2026-10-31', startTime: '15:30', endTime: '07:30' };
    expect(messagesOf(night)).toEqual({ endTime: 'A note covers at most 16 hours' });
    expect(messagesOf(night, 'America/Phoenix')).toEqual({});
  });

  test('loads a stored note without its signatures', () => {
    const stored = {
      ...emptyNote('2026-11-19'),
      clientId: 7,
      category: 'sustaining',
      serviceName: 'Sustaining Services',
      clientName: 'Miller House',
      content: 'Text',
    };
    const values = valuesFromNote({ ...stored, startTime: '22:00', endTime: '02:00', title: 'Night' });
    expect(values).toMatchObject({
      clientId: '7',
      description: 'Text',
      workDate: '2026-11-19',
      title: 'Night',
    });
    expect(values).toMatchObject({ employeeSignature: '', clientSignature: '', clientSignatureCode: '' });
    const automatic = { ...stored, startTime: '22:00', endTime: '02:00' };
    // Otherwise it would stay when the client or the date changes.
    expect(
      valuesFromNote({
        ...automatic,
        title: buildTitle({ ...automatic, serviceName: 'Sustaining Services' }),
      }).title,
    ).toBe('');
  });
});

test('a draft keeps signer, dispute and language, but not the typed signature [13.signer.122]', () => {
  const empty = emptyNote('2026-11-20');
  const entered = { ...empty.signer, kind: 'representative' as const, name: 'Ann', relation: 'Mother' };
  const dispute = { reason: 'not_here' as const, text: null };
  const fields = toDraftFields({ ...empty, signer: { ...entered, typed: 'Ann' }, dispute, language: 'es' });
  expect(valuesFromDraft({ ...fields, id: 7 } as Draft, empty)).toMatchObject({
    signer: entered,
    dispute,
    language: 'es',
  });
  expect(valuesFromDraft({ id: 7, signer: null } as Draft, empty)).toMatchObject({
    signer: empty.signer,
    dispute: null,
    language: '',
  });
});

test('a draft keeps the priority; one without has the default', () => {
  const empty = emptyNote('2026-11-20');
  const fields = toDraftFields({ ...empty, priority: 'urgent' });
  const draft = (priority: Draft['priority']) => ({ ...fields, id: 7, priority }) as Draft;
  expect(valuesFromDraft(draft(fields.priority ?? null), empty).priority).toBe('urgent');
  expect(valuesFromDraft(draft(null), empty).priority).toBe('medium');
});
