/** Statements of a business use the one shard that has its rows, as their plans show. */
import { beforeAll, expect, test } from 'vitest';
import { buildRequest, listReads, WRITES } from '#tests/support/factories/endpointRequests.ts';
import {
  createSeededBusiness,
  getCaller,
  type SeededBusiness,
} from '#tests/support/factories/seededBusiness.ts';
import { listPreparations, sendWrite } from '#tests/support/factories/writePreparations.ts';
import { useApi } from '#tests/support/helpers/api.ts';
import { explainWithValues } from '#tests/support/helpers/explain.ts';
import { captureStatements, type CapturedStatement } from '#tests/support/helpers/statements.ts';

const api = useApi({ RATE_LIMITS: 'off' });
let seeded: SeededBusiness;
let preparations: ReturnType<typeof listPreparations>;
let capture: ReturnType<typeof captureStatements>;
beforeAll(async () => {
  seeded = await createSeededBusiness(api);
  preparations = listPreparations(api, seeded);
  capture = captureStatements(api);
});

/** The statements of one business whose plan has several tasks, or a part for each shard. */
async function listWithSeveralShards(statements: readonly CapturedStatement[]): Promise<string[]> {
  const several: string[] = [];
  for (const { text, values } of statements.filter(isOfBusiness)) {
    const plan = await explainWithValues(api, { text, values });
    const counts = [...plan.matchAll(/Task Count: (\d+)/g)].map(([, count]) => Number(count));
    if (counts.some((count) => count > 1)) several.push(`${counts.join()}: ${text}`);
  }
  return several;
}

/** Outside of its transactions, the session of a token; jobs are listed in tests/api/statements.test.ts. */
const isOfBusiness = ({ text, businessId }: CapturedStatement) =>
  /^\s*(select|insert|update|delete|with)/i.test(text) &&
  !text.includes('set_config') &&
  (businessId !== null || text.includes('"sessions"'));

test.each(listReads('kitchen'))('$name $query uses one shard', async ({ name, access, query }) => {
  const statuses: number[] = [];
  const callers = access === 'member' ? [seeded.manager, seeded.employee] : [getCaller(seeded, access)];
  for (const { token } of callers) {
    const statements = await capture(async () => {
      const { status } = await api.send(token, { ...buildRequest(name, seeded.ids), query });
      statuses.push(status);
    });
    expect(statements.filter(isOfBusiness).length).toBeGreaterThan(0);
    expect(await listWithSeveralShards(statements)).toEqual([]);
  }
  expect(statuses).toContain(200);
});

test.each(WRITES)('$name uses one shard', async ({ name, endpoint }) => {
  const prepared = (await preparations[name]?.()) ?? {};
  let status = 0;
  const statements = await capture(async () => {
    ({ status } = await sendWrite(api, seeded, { name, endpoint, prepared }));
  });
  expect(status).toBeLessThan(300);
  expect(statements.filter(isOfBusiness).length).toBeGreaterThan(0);
  expect(await listWithSeveralShards(statements)).toEqual([]);
});
