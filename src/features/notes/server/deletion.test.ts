import { describe, expect, test } from 'vitest';
import { createSignedNote, buildNoteForm } from '#tests/support/factories/notes.ts';
import { createPerson } from '#tests/support/factories/people.ts';
import { createReviewScenario } from '#tests/support/factories/reviewedNotes.ts';
import { useApi, type EndpointName } from '#tests/support/helpers/api.ts';
import { setUpOnce } from '#tests/support/helpers/setUp.ts';

const api = useApi({ RATE_LIMITS: 'off' });
const visit = setUpOnce(() => createReviewScenario(api));

describe('DELETE /api/notes/:id', () => {
  test('reverses units and hours; the note is 404 everywhere [7.notes.4 10.4.16 10.5.31 T15 S-38]', async () => {
    const before = await visit.used();
    const note = await createSignedNote(api, visit.author, { clientId: visit.clientId });
    const params = { id: note.id };
    const stats = await api.ok(visit.author.token, 'GET /api/notes/my/stats');
    expect((await api.call(visit.author.token, 'DELETE /api/notes/:id', { params })).status).toBe(204);
    expect(await visit.used()).toBe(before);
    expect(await visit.hours()).not.toContain(note.id);
    const after = await api.ok(visit.author.token, 'GET /api/notes/my/stats');
    expect(after).toEqual({ ...stats, pending: stats.pending - 1, total: stats.total - 1 });
    const list = await api.ok(visit.manager.token, 'GET /api/management/notes', { query: { limit: 200 } });
    expect(list.map((row) => row.id)).not.toContain(note.id);
    const names: EndpointName[] = [
      'GET /api/notes/:id',
      'GET /api/notes/:id/versions',
      'GET /api/notes/:id/evidence',
    ];
    for (const name of names)
      expect((await api.call(visit.manager.token, name, { params })).status).toBe(404);
    expect((await api.call(visit.author.token, 'DELETE /api/notes/:id', { params })).status).toBe(404);
    const put = { params, body: buildNoteForm(visit.clientId) };
    expect((await api.call(visit.author.token, 'PUT /api/notes/:id', put)).status).toBe(404);
    expect((await visit.review(note.id, { action: 'approve' })).status).toBe(404);
  });

  test('keeps units and hours of an approved note and notifies managers [10.4.17 T15]', async () => {
    const note = await createSignedNote(api, visit.author, { clientId: visit.clientId, title: 'Done work' });
    await visit.review(note.id, { action: 'approve' });
    const before = await visit.used();
    await api.ok(visit.author.token, 'DELETE /api/notes/:id', { params: { id: note.id } });
    expect(await visit.used()).toBe(before);
    expect(await visit.hours()).toContain(note.id);
    const notified = (await visit.letters('Done work')).filter((one) =>
      one.subject.startsWith('Approved note deleted'),
    );
    expect(new Set(notified.map((one) => one.recipient_id))).toEqual(
      new Set([visit.business.admin.id, visit.manager.id]),
    );
    expect(notified).toHaveLength(2);
  });

  test('keeps the evidence of an approved note for managers [10.5.31]', async () => {
    const note = await createSignedNote(api, visit.author, { clientId: visit.clientId });
    const params = { id: note.id };
    await visit.review(note.id, { action: 'approve' });
    const before = await api.ok(visit.manager.token, 'GET /api/notes/:id/evidence', { params });
    await api.ok(visit.author.token, 'DELETE /api/notes/:id', { params });
    const { status, error } = await api.call(visit.manager.token, 'GET /api/notes/:id', { params });
    expect([status, error?.code]).toEqual([404, 'note_deleted']);
    expect(await api.ok(visit.manager.token, 'GET /api/notes/:id/evidence', { params })).toEqual(before);
    const pdf = await api.call(visit.manager.token, 'GET /api/notes/:id/pdf', { params });
    expect([pdf.status, pdf.headers['content-type']]).toEqual([200, 'application/pdf']);
    for (const name of [
      'GET /api/notes/:id',
      'GET /api/notes/:id/evidence',
      'GET /api/notes/:id/pdf',
    ] as const) {
      const answer = await api.call(visit.author.token, name, { params });
      expect([name, answer.status, answer.error?.code]).toEqual([name, 404, 'not_found']);
    }
  });

  test('answers 403 to colleagues [1.employees.6 6.capability.5 10.5.31]', async () => {
    const note = await createSignedNote(api, visit.author, { clientId: visit.clientId });
    const params = { id: note.id };
    const colleague = await createPerson(api, visit.business);
    expect((await api.call(colleague.token, 'DELETE /api/notes/:id', { params })).status).toBe(403);
    expect((await api.call(visit.manager.token, 'DELETE /api/notes/:id', { params })).status).toBe(204);
  });
});
