/** E-mail: through SMTP when configured, otherwise into a folder and the log, so that nothing is lost. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import type { Transporter } from 'nodemailer';
import { clock } from './clock.ts';
import type { Settings } from './settings.ts';

export interface Mail {
  to: string;
  subject: string;
  text: string;
}

export interface MailTransport {
  /** True when mails really leave the machine. */
  delivers: boolean;
  send(mail: Mail): Promise<void>;
}

type MailSettings = Pick<Settings, 'smtpUrl' | 'mailFrom' | 'dataDir'>;

export function mailTransport(settings: MailSettings, log: FastifyBaseLogger): MailTransport {
  return settings.smtpUrl ? smtp(settings.smtpUrl, settings.mailFrom) : folder(settings, log);
}

function smtp(url: string, from: string): MailTransport {
  let transport: Promise<Transporter> | undefined;
  return {
    delivers: true,
    send: async (mail) => {
      // Loaded with the first mail: it costs 160 ms and most starts send none.
      transport ??= import('nodemailer').then(({ createTransport }) => createTransport(url, { from }));
      await (await transport).sendMail(mail);
    },
  };
}

function folder(settings: MailSettings, log: FastifyBaseLogger): MailTransport {
  const directory = join(settings.dataDir, 'mail');
  let count = 0;
  return {
    delivers: false,
    send: async (mail) => {
      count += 1;
      const name = `${clock.now().toISOString().replaceAll(':', '-')}-${count}.txt`;
      await mkdir(directory, { recursive: true });
      const lines = [
        `From: ${settings.mailFrom}`,
        `To: ${mail.to}`,
        `Subject: ${mail.subject}`,
        '',
        mail.text,
        '',
      ];
      await writeFile(join(directory, name), lines.join('\n'));
      log.info({ file: join('mail', name), subject: mail.subject }, 'mail kept in the data directory');
    },
  };
}
