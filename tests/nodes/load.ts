/** People who write and read without a pause through the proxy, and what they were answered. */
import { buildClientForm } from '#tests/support/factories/clients.ts';
import { uniqueName } from '#tests/support/factories/unique.ts';

export interface Outcome {
  /** Names of what was confirmed. */
  confirmed: string[];
  reads: number;
  /** Calls that were not answered with success, as text. */
  lost: string[];
}

export interface Load {
  /** Calls that are in progress now. */
  inProgress(): number;
  /** Resolves when so many more calls were answered. */
  more(calls: number): Promise<void>;
  end(): Promise<Outcome>;
}

/** @param token of a user who may add clients */
export function startLoad(url: string, token: string, people: number): Load {
  const outcome: Outcome = { confirmed: [], reads: 0, lost: [] };
  let inProgress = 0;
  let answered = 0;
  let ending = false;
  const waiting = new Set<() => void>();
  const call = async (method: string, body?: object): Promise<boolean> => {
    inProgress += 1;
    try {
      const answer = await fetch(`${url}/api/clients`, {
        method,
        headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
        ...(body && { body: JSON.stringify(body) }),
      });
      await answer.text();
      if (!answer.ok) outcome.lost.push(`${method} ${answer.status}`);
      return answer.ok;
    } catch (error) {
      outcome.lost.push(`${method} ${String(error)}`);
      return false;
    } finally {
      inProgress -= 1;
      answered += 1;
      for (const look of waiting) look();
    }
  };
  const person = async () => {
    while (!ending) {
      const companyName = uniqueName('Load');
      if (await call('POST', buildClientForm({ companyName }))) outcome.confirmed.push(companyName);
      if (await call('GET')) outcome.reads += 1;
    }
  };
  const all = Array.from({ length: people }, person);
  return {
    inProgress: () => inProgress,
    more: (calls) =>
      new Promise((resolve) => {
        const goal = answered + calls;
        const look = () => {
          if (answered < goal) return;
          waiting.delete(look);
          resolve();
        };
        waiting.add(look);
      }),
    async end() {
      ending = true;
      await Promise.all(all);
      return outcome;
    },
  };
}
