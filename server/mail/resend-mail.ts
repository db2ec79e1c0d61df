import { hasEnded, MAIL_STATES } from '../../src/domain/mail.ts';
import { UserError } from '../base/errors/errors.ts';
import type { UnitOfWork } from '../context/unit-of-work.ts';
import { draftMail } from './draft-mail.ts';
import { enqueueDelivery } from './letters/enqueue-mail.ts';
import { requeueMail } from './store/mail-deliveries.ts';
import { findMail } from './store/mails.ts';

/**
 * Queues a mail again, with a new Message-ID and link.
 * @throws NOT_FOUND, CONFLICT
 */
export async function resendMail(unit: UnitOfWork, { id }: { id: string }): Promise<void> {
  const mail = await findMail(unit.tx, id);
  if (!mail) throw new UserError('NOT_FOUND', 'This email doesn’t exist.');
  const canBeSent =
    mail.state !== 'dropped' &&
    mail.receiver !== '' &&
    (await draftMail({ ...unit.services, db: unit.tx }, mail)) !== null;
  if (!canBeSent) throw new UserError('CONFLICT', 'This email is no longer needed.');
  const number = await requeueMail(unit.tx, id, MAIL_STATES.filter(hasEnded));
  if (number === null) throw new UserError('CONFLICT', 'This email is already on its way.');
  await enqueueDelivery(unit.tx, unit.services.jobs, { mailId: id, number });
  await unit.audit({ entity: 'mail', entityId: id, before: { state: mail.state }, after: { state: 'queued' } });
}
