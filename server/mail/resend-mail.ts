import { and, eq, ne, sql } from 'drizzle-orm';
import { hasEnded, MAIL_STATES, type MailState } from '../../src/domain/mail.ts';
import type { Transaction } from '../base/database/client.ts';
import { mails } from '../base/database/tables/mails.ts';
import { UserError } from '../base/errors/errors.ts';
import { anyOf } from '../base/sql/lists.ts';
import type { UnitOfWork } from '../context/unit-of-work.ts';
import { draftMail } from './draft-mail.ts';
import { enqueueDelivery } from './letters/enqueue-mail.ts';
import { findMail } from './store/mails.ts';

/**
 * Queues a mail again and returns the delivery's number; null unless in a `from` state, for one
 * concurrent call.
 */
async function requeueMail(tx: Transaction, id: string, from: readonly MailState[]): Promise<number | null> {
  const [row] = await tx
    .update(mails)
    .set({ state: 'queued', deliveries: sql`${mails.deliveries} + 1`, lastError: null, listedIn: null, digestAt: null })
    .where(and(eq(mails.id, id), anyOf(mails.state, from), ne(mails.receiver, '')))
    .returning({ number: mails.deliveries });
  return row?.number ?? null;
}

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
