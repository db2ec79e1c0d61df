import { canResend, MAIL_STATES } from '../../src/domain/mail.ts';
import { Refusal } from '../errors.ts';
import { enqueueDelivery } from '../mail/outgoing.ts';
import { findMail, requeueMail } from '../stores/mails.ts';
import type { UnitOfWork } from '../unit-of-work.ts';

/**
 * Puts a mail that was sent or has failed into the queue once more (mail.resend): a delivery of its own, with its own
 * attempts, Message-ID and, where it carries a link, a fresh one. Throws NOT_FOUND, and CONFLICT for one that is on its way
 * already or whose reason is gone.
 */
export async function resendMail(unit: UnitOfWork, { id }: { id: string }): Promise<void> {
  const mail = await findMail(unit.tx, id);
  if (!mail) throw new Refusal('NOT_FOUND', 'This mail is not there.');
  const number = await requeueMail(unit.tx, id, MAIL_STATES.filter(canResend));
  if (number === null) {
    throw new Refusal(
      'CONFLICT',
      mail.state === 'dropped' || mail.receiver === ''
        ? 'There is no reason to send this mail any more.'
        : 'This mail is on its way already.',
    );
  }
  await enqueueDelivery(unit.tx, unit.services.jobs, { mailId: id, number });
  await unit.audit({ entity: 'mail', entityId: id, before: { state: mail.state }, after: { state: 'queued' } });
}
