import type { Services } from '../context.ts';
import type { MailTransport } from '../mail/transport.ts';
import { findMail, markMailAttempt, markMailSent } from '../stores/mails.ts';
import { composeMail } from './compose-mail.ts';

/**
 * Sends one queued mail, at least once and always under the same Message-ID. Private codes and link tokens are put in
 * here and are never stored in the queue. A mail whose shipment or person is gone meanwhile is not sent any more.
 * Throws what the transport throws, so that the queue tries again; the last failure marks the mail as failed.
 */
export async function deliverMail(
  services: Pick<Services, 'db' | 'secrets' | 'environment'>,
  transport: MailTransport,
  mailId: string,
  attempt: { last: boolean },
): Promise<void> {
  const mail = await findMail(services.db, mailId);
  if (!mail || mail.state === 'sent') return;
  try {
    const content = await composeMail(services, mail);
    if (content) await transport.send({ id: mail.id, to: mail.receiver, ...content });
    await markMailSent(services.db, mail.id);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    await markMailAttempt(services.db, mail.id, { message, last: attempt.last });
    throw error;
  }
}
