import { eq } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import type { MailKind, MailState, MailSubjects } from '../../../src/domain/mail.ts';
import type { Executor } from '../../base/database/client.ts';
import { mails } from '../../base/database/tables/mails.ts';
import { inBatches } from '../../base/sql/lists.ts';

export type MailRequest = { [Kind in MailKind]: { kind: Kind; receiver: string; about: MailSubjects[Kind] } }[MailKind];
export type StoredMail = MailRequest & {
  id: string;
  state: MailState;
  deliveries: number;
  /** When the shop’s digest is sent that it is for. */
  digestAt: Date | null;
};

const { id, kind, receiver, about, state, deliveries, digestAt } = mails;
export const storedColumns = { id, kind, receiver, about, state, deliveries, digestAt };

/** The person whose act causes emails, and whether it causes many. */
export interface MailCause {
  senderId: string | null;
  isBatch: boolean;
}

/** Adds mails and returns their ids in order; the caller queues those that are not held. */
export async function insertMails(
  executor: Executor,
  requests: readonly (MailRequest & { isHeld: boolean; digestAt: Date | null })[],
  cause: MailCause,
): Promise<string[]> {
  const rows = requests.map(({ isHeld, ...request }) => ({
    ...request,
    ...cause,
    id: uuidv7(),
    state: isHeld ? ('held' as const) : ('queued' as const),
  }));
  for (const some of inBatches(rows)) await executor.insert(mails).values(some);
  return rows.map(({ id }) => id);
}

export const MOST_SHARED = 100;

export async function findMail(executor: Executor, id: string): Promise<StoredMail | null> {
  const [row] = await executor.select(storedColumns).from(mails).where(eq(mails.id, id));
  return (row as StoredMail | undefined) ?? null;
}
