/** `npm run test-email someone@example.com`: sends one email as the server would, and says what went wrong. */
import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { emailAddress } from '../src/domain/field-schemas.ts';
import { runScript } from './backups/installation.ts';
import { readBrand } from './base/config/brand.ts';
import { commandLine } from './base/config/command-line.ts';
import { readEnvironment } from './base/config/env.ts';
import { siteOf } from './mail/draft-parts.ts';
import { explainMailFailure } from './mail/letters/explain-failure.ts';
import { composeMail } from './mail/letters/letter.ts';
import { smtpTransport } from './mail/letters/transport.ts';

/** In milliseconds: somebody is waiting. */
const LIMITS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };

const print = (line: string) => process.stdout.write(`${line}\n`);

await runScript(async () => {
  const to = v.safeParse(emailAddress('Email'), process.argv[2] ?? '');
  if (!to.success) throw new Error(`Usage: ${commandLine('test-email', 'someone@example.com')}`);
  const environment = readEnvironment(process.env);
  const { SMTP_URL, MAIL_FROM, SITE_NAME, PUBLIC_URL } = environment;
  if (!SMTP_URL) {
    print(`SMTP_URL is not set: emails are not sent, but appear at ${PUBLIC_URL}/dev/mailbox.`);
    return 1;
  }
  const content = composeMail(siteOf({ environment, brand: await readBrand(environment) }), {
    subject: `${SITE_NAME} can send email`,
    paragraphs: ['This is a test. If you read it, email from this server arrives.'],
    closing: `It was sent from ${PUBLIC_URL} with ${commandLine('test-email')}.`,
  });
  const transport = smtpTransport(SMTP_URL, { environment }, LIMITS);
  try {
    await transport.send({ id: `test-${randomUUID()}`, to: to.output, isAutomatic: true, ...content });
  } catch (error) {
    const { what, mend } = explainMailFailure(error, SMTP_URL, MAIL_FROM);
    print(what);
    print(`→ ${mend}`);
    return 1;
  } finally {
    transport.close();
  }
  print(`${new URL(SMTP_URL).hostname} has taken an email from ${MAIL_FROM} to ${to.output}.`);
  print('If it is not there in some minutes, look among the junk: the domain of the sender then lacks SPF or DKIM.');
  return 0;
});
