import { and, eq, isNotNull, or, sql } from 'drizzle-orm';
import { rolesOf } from '../../src/domain/roles.ts';
import { hashOf } from '../audit/store/evidence.ts';
import type { EmailChange } from '../auth/store/email-changes.ts';
import { deleteTokensOf } from '../auth/store/one-time-tokens.ts';
import { deleteSessionsOf } from '../auth/store/sessions.ts';
import type { Transaction } from '../base/database/client.ts';
import { bankAccounts } from '../base/database/tables/bank-accounts.ts';
import { idempotencyKeys } from '../base/database/tables/calls.ts';
import type { Erased } from '../base/database/tables/columns.ts';
import { IS_PERSONAL, mails } from '../base/database/tables/mails.ts';
import { visitTexts } from '../base/database/tables/runs.ts';
import { collectReports, runCollections } from '../base/database/tables/shops/collections.ts';
import { pickups } from '../base/database/tables/shops/pickups.ts';
import { transactions } from '../base/database/tables/transactions.ts';
import { emailChanges, users } from '../base/database/tables/users.ts';
import { UserError } from '../base/errors/errors.ts';
import { anyOf } from '../base/sql/lists.ts';
import type { UnitOfWork } from '../context/unit-of-work.ts';
import { deleteFactorsOf } from '../factors/store/factors.ts';
import { assertNoMoneyObstacle } from '../ledger/account-obstacles.ts';
import { failPendingWithdrawals } from '../ledger/transactions/fail-pending-withdrawals.ts';
import { droppedOrSent } from '../mail/store/mail-deliveries.ts';
import { emptyTextsOf } from '../messages/store/sms.ts';
import { deleteExportsOf } from '../own-account/store/data-exports.ts';
import { PERSONAL_TABLES, type PersonalTable } from '../own-account/store/personal-tables.ts';
import { leaveRunsOf } from '../pickups/plan-collection.ts';
import { assertNoOpenRun } from '../runs/fill-run.ts';
import { lockShop } from '../shops/store/own-shipments.ts';
import { issueLastStatement, lastPartiesOf } from '../statements/issue-statements.ts';
import { changeShipmentsOf } from './linked-shipments/change-linked.ts';
import { assertNotLastManager } from './set-roles.ts';
import { EMPTY_PROFILE } from './store/erased-users.ts';
import { lockUser, lockUserAndManagers } from './store/lock-users.ts';

const ERASED = {
  ...EMPTY_PROFILE,
  email: '',
  passwordHash: null,
  passwordChangedAt: null,
  roles: [],
  deactivatedRoles: null,
  courierLimits: null,
  eraseOn: null,
} satisfies Erased<
  typeof users,
  'id' | 'createdAt' | 'deletedAt' | 'erasedEmailHash' | 'verified' | 'hasSignedIn' | 'manager' | 'courier'
>;

/** The ledger and the audit trail keep the row. */
export async function eraseUser(tx: Transaction, id: string, erasedEmailHash: Buffer): Promise<void> {
  await tx
    .update(users)
    .set({ ...ERASED, erasedEmailHash, deletedAt: sql`now()` })
    .where(eq(users.id, id));
}

/** The digests stay as they were. */
async function eraseAuditedValues(tx: Transaction, userId: string): Promise<void> {
  await tx.execute(sql`
    update audit_entries set erased_hash = ${hashOf('audit_entries')}, before = null, after = null
    where user_id = ${userId} and entity in ('user', 'bank-account') and coalesce(before, after) is not null`);
}

async function deleteEmailChangesOf(tx: Transaction, userId: string): Promise<EmailChange[]> {
  return tx.delete(emailChanges).where(eq(emailChanges.userId, userId)).returning();
}

async function deleteAnswersOf(tx: Transaction, userId: string): Promise<void> {
  await tx.delete(idempotencyKeys).where(eq(idempotencyKeys.userId, userId));
}

async function deletePersonalRows(tx: Transaction, userId: string): Promise<void> {
  for (const { table, isTheirs, kept } of Object.values<PersonalTable>(PERSONAL_TABLES)) {
    if (kept === undefined) await tx.delete(table).where(isTheirs(userId));
  }
}

async function deleteCollectionTextsOf(tx: Transaction, userId: string): Promise<void> {
  await tx.execute(sql`
    delete from ${visitTexts} where visit_id in (
      select r.fact_id from ${collectReports} r join ${runCollections} c on c.id = r.run_collection_id
      join ${pickups} p on p.id = c.collection_id where p.user_id = ${userId})`);
}

async function eraseStopsOfShop(tx: Transaction, userId: string): Promise<void> {
  await tx.execute(sql`
    update run_stops s set place = '', name = '', phone = '', address = '' from runs r
    where r.id = s.run_id and r.status in ('closed', 'cancelled') and s.id in (
      select c.stop_id from ${runCollections} c join ${pickups} p on p.id = c.collection_id where p.user_id = ${userId})
      and not exists (select from run_tasks t where t.stop_id = s.id)`);
}

const ERASED_ACCOUNT = { accountName: '', accountNumber: '', bankName: '', routingNumber: '' } satisfies Erased<
  typeof bankAccounts,
  'id' | 'userId' | 'fallback' | 'createdAt' | 'deletedAt'
>;

async function eraseBankAccountsOf(tx: Transaction, userId: string): Promise<void> {
  await tx
    .update(bankAccounts)
    .set({ ...ERASED_ACCOUNT, deletedAt: sql`now()` })
    .where(eq(bankAccounts.userId, userId));
}

const ERASED_PAYOUT = { payout: null } satisfies Erased<
  typeof transactions,
  | 'id'
  | 'userId'
  | 'type'
  | 'amountCents'
  | 'status'
  | 'summary'
  | 'purpose'
  | 'statementId'
  | 'feeId'
  | 'proposal'
  | 'createdAt'
  | 'deletedAt'
>;

async function erasePayouts(tx: Transaction, userId: string): Promise<void> {
  await tx
    .update(transactions)
    .set(ERASED_PAYOUT)
    .where(and(eq(transactions.userId, userId), isNotNull(transactions.payout)));
}

const IDS_IN_ABOUT = sql`(select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(${mails.about}) where key like '%Id')`;

const ERASED_MAIL = {
  receiver: '',
  about: IDS_IN_ABOUT,
  lastError: null,
  sentSubject: null,
  sentText: null,
} satisfies Erased<
  typeof mails,
  | ('id' | 'kind' | 'senderId' | 'isBatch' | 'state' | 'deliveries' | 'attempts' | 'listedIn')
  | ('createdAt' | 'sentAt' | 'resentAt' | 'digestAt')
>;

/**
 * Keeps mails of shipments. Erases those to a former address from before they left it, and
 * questions to an address.
 */
async function eraseMailsOf(
  tx: Transaction,
  { id, email }: { id: string; email: string },
  changes: readonly { fromEmail: string; toEmail: string; confirmedAt: Date | null }[],
): Promise<void> {
  const left = changes.filter(({ confirmedAt }) => confirmedAt !== null);
  const former = left.map(({ fromEmail }) => fromEmail);
  const until = left.map(({ confirmedAt }) => confirmedAt);
  const isFormer = and(
    anyOf(mails.receiver, former),
    sql`exists (select from unnest(${sql.param(former)}::text[], ${sql.param(until)}::timestamptz[]) as former (email, until)
      where former.email = ${mails.receiver} and ${mails.createdAt} <= former.until)`,
  );
  const others = changes.flatMap(({ fromEmail, toEmail }) => [fromEmail, toEmail]);
  const isAboutThem = and(anyOf(mails.receiver, others), sql`${mails.about}->>'userId' = ${id}`);
  await tx
    .update(mails)
    .set({ ...ERASED_MAIL, state: droppedOrSent })
    .where(and(or(eq(mails.receiver, email), isFormer, isAboutThem), IS_PERSONAL));
}

/** @throws NOT_FOUND, PRECONDITION_FAILED */
export async function deleteUser(unit: UnitOfWork, { id }: { id: string }): Promise<void> {
  const { tx } = unit;
  await lockShop(tx, id);
  const people = await lockUserAndManagers(tx, id);
  const user = people.find((person) => person.id === id);
  if (!user) throw new UserError('NOT_FOUND', 'This user no longer exists.');
  if (user.id === unit.actor?.id) throw new UserError('PRECONDITION_FAILED', 'You can’t delete yourself.');
  assertNotLastManager(people, user);
  await assertNoOpenRun(unit, user.id);
  await assertNoMoneyObstacle(unit, user.id);
  const parties = await lastPartiesOf(unit, user.id);
  await deleteTokensOf(tx, user.id);
  await deleteFactorsOf(tx, user.id);
  await eraseBankAccountsOf(tx, user.id);
  const addresses = await deleteEmailChangesOf(tx, user.id);
  await deleteExportsOf(tx, user.id);
  await eraseUser(tx, user.id, unit.services.secrets.hashAddress(user.email));
  await eraseAuditedValues(tx, user.id);
  await deleteAnswersOf(tx, user.id);
  // The trail does not name the account: erased data stays erased.
  await unit.audit({ entity: 'user', entityId: user.id, before: { verified: user.verified, roles: rolesOf(user) } });
  const received = await changeShipmentsOf(unit, user.id);
  // A visit may have been reported until these were locked.
  await assertNoMoneyObstacle(unit, user.id);
  await leaveRunsOf(unit, user.id);
  await deleteCollectionTextsOf(tx, user.id);
  await eraseStopsOfShop(tx, user.id);
  await failPendingWithdrawals(unit, user.id);
  if (parties) await issueLastStatement(unit, user.id, parties);
  await erasePayouts(tx, user.id);
  await deletePersonalRows(tx, user.id);
  await emptyTextsOf(tx, received);
  await eraseMailsOf(tx, user, addresses);
}

/** @throws NOT_FOUND */
export async function endSessions(unit: UnitOfWork, { id }: { id: string }): Promise<void> {
  const user = await lockUser(unit.tx, id);
  if (!user) throw new UserError('NOT_FOUND', 'This user no longer exists.');
  const sessions = await deleteSessionsOf(unit.tx, user.id);
  if (sessions > 0)
    await unit.audit({ entity: 'user', entityId: user.id, before: { sessions }, after: { sessions: 0 } });
}
