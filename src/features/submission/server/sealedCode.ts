/** Guarded: opens the signature code that a device sealed while it was offline. */

import { z } from 'zod';
import { parseObject } from '#platform/server/canonicalJson.ts';
import type { Services } from '#platform/server/context.ts';
import { openSealed } from '#platform/server/sealingKeys.ts';

interface SealedClaim {
  sealedCode: string;
  captureId?: string | undefined;
  clientId: number;
}

const content = z.object({ captureId: z.string(), clientId: z.int(), code: z.string().max(100) });

/** The code; an empty one, which never matches, when it cannot be opened or belongs to another capture or client. */
export async function openSealedCode(services: Services, claim: SealedClaim): Promise<string> {
  const text = await openSealed(services, claim.sealedCode);
  const { data } = content.safeParse(text === null ? null : parseObject(text));
  const isOfCapture = data?.captureId.toLowerCase() === claim.captureId && data?.clientId === claim.clientId;
  return data && isOfCapture ? data.code : '';
}
