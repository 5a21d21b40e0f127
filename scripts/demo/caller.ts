/** Calls the product's own endpoints in the name of the demonstration's people. */
import type { RunningServer } from '#app/server.ts';
import { startSession } from '#features/sessions/server/actions.ts';
import { clock } from '#platform/server/clock.ts';
import { queryDirectory } from '#platform/server/tenancy.ts';
import type { DemoPerson } from './cast.ts';

/** Renewed well before a session idles out. */
const RENEW_AFTER_MS = 6 * 60 * 60 * 1000;

/** A file as a browser's form sends it, with the form's other fields. */
export interface DemoUpload {
  name: string;
  type: string;
  bytes: Buffer;
  fields: Record<string, string>;
}

export class DemoCaller {
  businessId = 0;
  readonly #server: RunningServer;
  readonly #people = new Map<string, { id: number; role: DemoPerson['role'] }>();
  readonly #tokens = new Map<string, { token: string; since: number }>();

  constructor(server: RunningServer) {
    this.#server = server;
  }

  /** From now on this person can call. */
  know(person: DemoPerson, id: number): void {
    this.#people.set(person.username, { id, role: person.role });
  }

  post<Answer = unknown>(username: string | null, url: string, body: object): Promise<Answer> {
    return this.send<Answer>(username, { method: 'POST', url, body });
  }

  /** Sends a file that must be taken. */
  async upload(username: string, url: string, { name, type, bytes, fields }: DemoUpload): Promise<void> {
    const form = new FormData();
    // Fields come first, as the server reads what is sent in its order.
    for (const [key, value] of Object.entries(fields)) form.set(key, value);
    form.set('file', new File([new Uint8Array(bytes)], name, { type }));
    const sent = new Response(form);
    const answer = await this.#server.app.inject({
      method: 'POST',
      url,
      headers: {
        authorization: `Bearer ${await this.#tokenOf(username)}`,
        'content-type': sent.headers.get('content-type') ?? '',
      },
      payload: Buffer.from(await sent.arrayBuffer()),
    });
    if (answer.statusCode !== 201) throw new Error(`POST ${url}: ${answer.statusCode} ${answer.body}`);
  }

  /** Sends a request that must succeed. */
  async send<Answer>(
    username: string | null,
    { method, url, body }: { method: 'GET' | 'POST' | 'PUT' | 'PATCH'; url: string; body?: object },
  ): Promise<Answer> {
    const token = username === null ? null : await this.#tokenOf(username);
    const answer = await this.#server.app.inject({
      method,
      url,
      headers: token === null ? {} : { authorization: `Bearer ${token}` },
      ...(body ? { payload: body } : {}),
    });
    if (answer.statusCode >= 300) throw new Error(`${method} ${url}: ${answer.statusCode} ${answer.body}`);
    return answer.statusCode === 204 ? (undefined as Answer) : answer.json<Answer>();
  }

  /** A session without the hashing of a sign-in: there is one for each person and half day. */
  async #tokenOf(username: string): Promise<string> {
    const now = clock.now();
    const known = this.#tokens.get(username);
    if (known && now.getTime() - known.since < RENEW_AFTER_MS) return known.token;
    const person = this.#people.get(username);
    if (!person) throw new Error(`No one is called ${username}`);
    const token = await startSession(
      queryDirectory(this.#server.services),
      { now, ip: '127.0.0.1', userAgent: 'Quarterhour demonstration' },
      { businessId: this.businessId, userId: person.id, role: person.role },
    );
    this.#tokens.set(username, { token, since: now.getTime() });
    return token;
  }
}
