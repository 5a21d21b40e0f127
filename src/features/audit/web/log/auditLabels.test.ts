import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { describeAction, describeChanges, describeDetails, objectLabels, subjectOf } from './auditLabels.ts';

test.each([
  ['approved', 'note', 'Approved note'],
  ['returned', 'note', 'Sent back note'],
  ['archived', 'client', 'Archived client'],
  ['signed_in', 'person', 'Logged in'],
  ['added', 'person', 'Added'],
  ['something_new', 'thing', 'Something new thing'],
])('describeAction has a readable label for %s of a %s', (action, object, label) => {
  expect(describeAction({ action, object })).toBe(label);
});

test('subjectOf returns the label of an object, otherwise its number, or null', () => {
  expect(subjectOf({ action: 'approved', object: 'note', objectId: 7, objectName: 'Visit' })).toBe('Visit');
  expect(subjectOf({ action: 'added', object: 'document', objectId: 7, objectName: null })).toBe('7');
  expect(subjectOf({ action: 'ended', object: 'session', objectId: 7, objectName: null })).toBeNull();
  const assignment = { action: 'ended', object: 'assignment', objectId: 7, objectName: null };
  expect(subjectOf(assignment)).toBe('an employee to a client');
  const signIn = { action: 'signed_in', object: 'person', objectId: 7, objectName: 'Ada Owner' };
  expect(subjectOf(signIn)).toBeNull();
});

test('describeDetails lists the numbers among the details of a row', () => {
  const details = { version: 1, units: '9.00', minutes: 135, digest: 'ab', selfReview: true };
  expect(describeDetails({ details })).toBe('version 1 · 9.00 units · 135 minutes · own note');
  expect(describeDetails({ details: { delta: '-2.50' } })).toBe('−2.50 units');
  expect(describeDetails({ details: { delta: '96.00', available: '135.00' } })).toBe(
    '+96.00 units · 135.00 available',
  );
  expect(describeDetails({ details: { changed: ['name'] } })).toBe('');
  const closing = {
    lockedThrough: '2026-03-14',
    previousLockedThrough: null,
    undecided: 2,
    reason: 'Payroll is done',
  };
  expect(describeDetails({ details: closing })).toBe(
    'through Mar 14, 2026 · 2 undecided · Reason: Payroll is done',
  );
  const reopening = { lockedThrough: null, previousLockedThrough: '2026-03-14', reason: 'A late note' };
  expect(describeDetails({ details: reopening })).toBe(
    'previously through Mar 14, 2026 · Reason: A late note',
  );
  const explained = { code: 'author_overlap', version: 2, reason: 'Handover between visits' };
  expect(describeDetails({ details: explained })).toBe('version 2 · Reason: Handover between visits');
});

test('describeChanges names the fields that a change set', () => {
  const changed = ['phone', 'companyName', 'unitsPerWeek', 'category', 'serviceId'];
  expect(describeChanges({ details: { changed } })).toBe('Phone, client ID, units per week, service');
  expect(describeChanges({ details: { status: 'active' } })).toBe('');
});

test('every event has a label for its object, and labels stand in the feature that records the event', () => {
  const EVENT = /^ {2,4}'([a-z_]+)\.([a-z_]+)':/gm;
  const listEvents = (pattern: string) =>
    globSync(pattern).flatMap((path) =>
      [...readFileSync(path, 'utf8').matchAll(EVENT)].map(([, object = '', action = '']) => ({
        feature: path.split('/')[2],
        object,
        action,
      })),
    );
  const events = listEvents('src/features/*/server/**/*ctions.ts');
  expect(events.length).toBeGreaterThan(100);
  expect(events.filter(({ object }) => !(object in objectLabels))).toEqual([]);
  const labels = listEvents('src/features/*/auditRules.ts');
  expect(labels.length).toBeGreaterThan(60);
  for (const label of labels) expect(events).toContainEqual(label);
});
