import type { SendMail } from '../../src/domain/mail.ts';
import type { UnitOfWork } from '../context/unit-of-work.ts';

/**
 * Queues a manager's message.
 * Specification section 3, Mail.
 */
export async function sendMessage(unit: UnitOfWork, { receiver, subject, body }: SendMail): Promise<void> {
  const address = receiver.toLowerCase();
  const id = await unit.mail({ kind: 'message', receiver: address, about: { subject, body } });
  // The address and the body are in the email, and are erased with its receiver’s account.
  if (id !== null) await unit.audit({ entity: 'mail', entityId: id, after: { subject } });
}
