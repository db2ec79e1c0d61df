import type { Services } from '../../context/context.ts';
import { failureInWords, isRefusedForGood } from '../../mail/failure.ts';
import type { MailTransport } from '../../mail/transport.ts';
import { type Delivery, findMail, markMailAttempt, markMailDropped, markMailSent } from '../../stores/mail/mails.ts';
import { draftMail, MASKED_SECRET } from './draft-mail.ts';

/**
 * Sends one queued mail, at least once and every time under the same Message-ID, which a mail that is sent again has anew:
 * the other side would take it for one it has. Private codes and link tokens are put in here and are never stored, neither in
 * the queue nor with what was sent. A mail whose shipment or person no longer exists is dropped; one that is refused for good fails at once. Otherwise
 * throws what the transport throws, so that the queue tries again.
 */
export async function deliverMail(
  services: Pick<Services, 'db' | 'secrets' | 'environment'>,
  transport: MailTransport,
  delivery: Delivery,
): Promise<void> {
  const mail = await findMail(services.db, delivery.mailId);
  if (mail?.state !== 'queued' || mail.deliveries !== delivery.number) return;
  try {
    const draft = await draftMail(services, mail);
    if (!draft) return await markMailDropped(services.db, delivery);
    const id = delivery.number === 1 ? mail.id : `${mail.id}.${delivery.number}`;
    await transport.send({ id, to: mail.receiver, ...draft.render(await draft.secret()) });
    await markMailSent(services.db, delivery, draft.render(MASKED_SECRET));
  } catch (error) {
    const isFinal = isRefusedForGood(error);
    await markMailAttempt(services.db, delivery, { reason: failureInWords(error), isFinal });
    if (!isFinal) throw error;
  }
}
