import { SHIPMENT_MAIL_KINDS } from '../../../src/domain/mail.ts';
import type { Services } from '../../context/context.ts';
import { formatMailFailure, isPermanentFailure } from '../../mail/failure.ts';
import type { MailTransport } from '../../mail/transport.ts';
import { type Delivery, markMailAttempt, markMailDropped, markMailSent } from '../../stores/mail/mail-deliveries.ts';
import { claimHeldMails, findMail, type StoredMail } from '../../stores/mail/mails.ts';
import { stopLinkOf } from '../messages/stop-emails.ts';
import { draftMail } from './draft-mail.ts';
import { MASKED_SECRET } from './draft-parts.ts';

/** Of what was held back. */
const MAX_LISTED = 20;

/**
 * Sends a mail at least once, under one Message-ID. Secrets are inserted here.
 * @throws Transport errors, for the queue to retry.
 */
export async function deliverMail(services: Services, transport: MailTransport, delivery: Delivery): Promise<void> {
  const mail = await findMail(services.db, delivery.mailId);
  if (mail?.state !== 'queued' || mail.deliveries !== delivery.number) return;
  try {
    const draft = await draftMail(services, mail);
    if (!draft) return await markMailDropped(services.db, delivery);
    const id = delivery.number === 1 ? mail.id : `${mail.id}.${delivery.number}`;
    const attachment = (await draft.attachment?.(services)) ?? null;
    const extras = { hasAttachment: attachment !== null, also: await readHeldBack(services, mail) };
    const content = draft.render(await draft.secret(), extras);
    const attachments = attachment ? [attachment] : [];
    const isAutomatic = mail.kind !== 'message';
    await transport.send({
      id,
      to: mail.receiver,
      conversation: conversationOf(mail),
      isAutomatic,
      stopLink: stopLinkOf(services, mail),
      attachments,
      ...content,
    });
    await markMailSent(services.db, delivery, draft.render(MASKED_SECRET, extras));
  } catch (error) {
    const isFinal = isPermanentFailure(error);
    await markMailAttempt(services.db, delivery, { reason: formatMailFailure(error), isFinal });
    if (!isFinal) throw error;
  }
}

/** The subjects of what its receiver was not told on the day: each in one email. */
async function readHeldBack(services: Services, mail: StoredMail): Promise<string[]> {
  if (!SHIPMENT_MAIL_KINDS.includes(mail.kind)) return [];
  const held = await claimHeldMails(services.db, mail);
  const drafts = await Promise.all(held.slice(0, MAX_LISTED).map((one) => draftMail(services, one)));
  const subjects = drafts.flatMap((draft) => draft?.render(MASKED_SECRET).subject ?? []);
  return held.length > MAX_LISTED ? [...subjects, `and ${held.length - MAX_LISTED} more`] : subjects;
}

function conversationOf({ about }: StoredMail): string | undefined {
  if ('shipmentId' in about) return `shipment-${about.shipmentId}`;
  if ('transactionId' in about) return `withdrawal-${about.transactionId}`;
  return undefined;
}
