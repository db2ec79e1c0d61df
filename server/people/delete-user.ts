import { rolesOf } from '../../src/domain/roles.ts';
import { eraseAuditedValues } from '../audit/store/evidence.ts';
import { deleteEmailChangesOf } from '../auth/store/email-changes.ts';
import { deleteAnswersOf } from '../auth/store/idempotency-keys.ts';
import { deleteTokensOf } from '../auth/store/one-time-tokens.ts';
import { deleteSessionsOf } from '../auth/store/sessions.ts';
import { UserError } from '../base/errors/errors.ts';
import type { UnitOfWork } from '../context/unit-of-work.ts';
import { deleteFactorsOf } from '../factors/store/factors.ts';
import { assertNoMoneyObstacle } from '../ledger/account-obstacles.ts';
import { eraseBankAccountsOf } from '../ledger/store/bank-accounts.ts';
import { erasePayouts } from '../ledger/store/transactions.ts';
import { failPendingWithdrawals } from '../ledger/transactions/fail-pending-withdrawals.ts';
import { eraseMailsOf } from '../mail/store/mails.ts';
import { eraseNumbersOf } from '../messages/store/sms.ts';
import { deleteExportsOf } from '../own-account/store/data-exports.ts';
import { deletePersonalRows } from '../own-account/store/own-data.ts';
import { leaveRunsOf } from '../pickups/plan-collection.ts';
import { deleteCollectionTextsOf, eraseStopsOfShop } from '../pickups/store/collections.ts';
import { assertNoOpenRun } from '../runs/fill-run.ts';
import { lockShop } from '../shops/store/own-shipments.ts';
import { issueLastStatement, lastPartiesOf } from '../statements/issue-statements.ts';
import { changeShipmentsOf } from './linked-shipments/change-linked.ts';
import { assertNotLastManager } from './set-roles.ts';
import { eraseUser } from './store/erased-users.ts';
import { lockUser, lockUserAndManagers } from './store/lock-users.ts';

/** Deletes an account but not its ledger and audit trail. @throws NOT_FOUND, PRECONDITION_FAILED */
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
  await eraseNumbersOf(tx, received);
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
