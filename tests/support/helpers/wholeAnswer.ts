/** Answers that are sent in parts. */

import { joinParts } from '#platform/web/joinParts.ts';
import type { Api } from './api.ts';

/** Reads an address with all parts of its answer. @throws for an error */
export async function readWhole<Body>(api: Api, token: string, url: string): Promise<Body> {
  const { body, error, headers } = await api.send(token, { method: 'GET', url });
  if (error) throw new Error(`${url}: ${JSON.stringify(error)}`);
  const link = headers['link'];
  const whole =
    typeof link === 'string' ? joinParts({ body, link }, (next) => readWhole(api, token, next)) : body;
  return (await whole) as Body;
}
