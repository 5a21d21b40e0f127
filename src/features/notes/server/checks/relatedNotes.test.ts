import { expect, test } from 'vitest';
import { createBusiness } from '#tests/support/factories/businesses.ts';
import { useCheckedNotes } from '#tests/support/factories/checkedNotes.ts';
import { useApi } from '#tests/support/helpers/api.ts';
import { setUpOnce } from '#tests/support/helpers/setUp.ts';
import { MAX_RELATED } from './neighborReads.ts';

const api = useApi({ RATE_LIMITS: 'off' });
const business = setUpOnce(() => createBusiness(api, { plan: 'professional' }));
const { createVisits, submit, findCheck, remove } = useCheckedNotes(api, business);

test(
  'a check stays while any note causes it, also one that was not listed beside fifty others [12.checks.3,4]',
  { timeout: 60_000 },
  async () => {
    const { author, clientId } = await createVisits();
    const write = () => submit(author, { clientId, endTime: '10:15' });
    const listed = [];
    while (listed.length < MAX_RELATED) listed.push(await write());
    const [unlisted, last] = [await write(), await write()];
    const listRelated = async ({ id }: { id: number }) =>
      (await findCheck(id, 'author_overlap'))?.relatedNoteIds;
    expect(await listRelated(last)).toEqual(listed.map(({ id }) => id));
    for (const { id } of listed) await remove(id);
    expect(await listRelated(last)).toEqual([unlisted.id]);
    expect(await listRelated(unlisted)).toEqual([last.id]);
    await remove(last.id);
    expect(await listRelated(unlisted)).toBeUndefined();
  },
);
