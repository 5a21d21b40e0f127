/** Explaining a check while its related notes change. */

import { expect, test } from 'vitest';
import { createBusiness } from '#tests/support/factories/businesses.ts';
import { useCheckedNotes } from '#tests/support/factories/checkedNotes.ts';
import { useApi } from '#tests/support/helpers/api.ts';
import { expectError } from '#tests/support/helpers/expectError.ts';
import { holdLock, waitForLocks } from '#tests/support/helpers/locks.ts';
import { setUpOnce } from '#tests/support/helpers/setUp.ts';

const api = useApi({ RATE_LIMITS: 'off' });
const business = setUpOnce(() => createBusiness(api, { plan: 'professional' }));
const { createVisits, submit, findCheck } = useCheckedNotes(api, business);

test('an explanation that waits for the check is refused when another note causes it then [12.checks.27]', async () => {
  const { author, clientId, otherClientId } = await createVisits();
  const first = await submit(author, { clientId });
  const second = await submit(author, { clientId: otherClientId });
  // The third note has changed the check of the first when it waits for the audit log.
  const release = await holdLock(api, 'select from audit_heads where business_id = $1 for update', [
    business.id,
  ]);
  const submission = submit(author, { clientId });
  await waitForLocks(api, 1);
  const explanation = api.call(business.admin.token, 'POST /api/notes/:id/checks/:code/explain', {
    params: { id: first.id, code: 'author_overlap' },
    body: { reason: 'Handover', version: 1, relatedNoteIds: [second.id] },
  });
  await waitForLocks(api, 2);
  await release();
  const third = await submission;
  expectError(await explanation, 409, 'check_changed');
  expect(await findCheck(first.id, 'author_overlap')).toMatchObject({
    relatedNoteIds: [second.id, third.id],
    explanation: null,
  });
});
