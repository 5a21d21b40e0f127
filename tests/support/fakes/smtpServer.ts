/** An SMTP server on loopback that collects mails. */

import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { vi } from 'vitest';
import type { Api } from '#tests/support/helpers/api.ts';

export interface ReceivedMail extends Email {
  /** The envelope of the SMTP session, which may differ from the headers. */
  envelope: { from: string; to: string[] };
}

export interface FakeSmtpServer {
  /** For `SMTP_URL`. */
  url: string;
  /** Accepted mails, oldest first. */
  mails: ReceivedMail[];
  /** Refuses recipients with this code: 451 is temporary, 550 permanent; null accepts. */
  refuseWith: number | null;
  /** Delays the response to recipients. */
  silentUntil: Promise<void>;
  /** How many recipients were refused. */
  refused: number;
  stop(): Promise<void>;
}

/** @param port 0 for any free port */
export async function startSmtpServer(port = 0): Promise<FakeSmtpServer> {
  const mails: ReceivedMail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    disableReverseLookup: true,
    onRcptTo: (_address, _session, done) => {
      const answer = () => {
        if (fake.refuseWith === null) return done();
        fake.refused += 1;
        return done(Object.assign(new Error('Not this one'), { responseCode: fake.refuseWith }));
      };
      void fake.silentUntil.then(answer);
    },
    onData: (stream, session, done) => {
      const { mailFrom, rcptTo } = session.envelope;
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        PostalMime.parse(Buffer.concat(parts)).then((mail) => {
          const from = mailFrom ? mailFrom.address : '';
          mails.push({ ...mail, envelope: { from, to: rcptTo.map(({ address }) => address) } });
          done();
        }, done);
      });
    },
  });
  // A sender that disconnects during a mail; the test notices the missing mail.
  server.on('error', () => undefined);
  server.listen(port, '127.0.0.1');
  await once(server.server, 'listening');
  const address = server.server.address() as AddressInfo;
  const fake: FakeSmtpServer = {
    url: `smtp://127.0.0.1:${address.port}`,
    mails,
    refuseWith: null,
    silentUntil: Promise.resolve(),
    refused: 0,
    stop: () => new Promise((resolve) => server.close(resolve)),
  };
  return fake;
}

/** Waits until the outbox of the product, or of one business, is empty. */
export async function waitForMails(api: Pick<Api, 'sql'>, businessId?: number): Promise<void> {
  await vi.waitFor(
    async () => {
      const waiting = await api.sql(
        'select cause from outgoing_mails where abandoned_at is null and business_id = coalesce($1, business_id)',
        [businessId ?? null],
      );
      if (waiting.length > 0) throw new Error(`On their way: ${JSON.stringify(waiting)}`);
    },
    { timeout: 10_000, interval: 20 },
  );
}
