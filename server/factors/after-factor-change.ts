import { and, eq, ne } from 'drizzle-orm';
import { RECOVERY_CODE_LENGTH, RECOVERY_CODES } from '../../src/domain/factor.ts';
import { recordProof } from '../auth/store/session-proofs.ts';
import type { SignedIn } from '../auth/store/sessions.ts';
import type { Executor } from '../base/database/client.ts';
import { sessions } from '../base/database/tables/sessions.ts';
import { UserError } from '../base/errors/errors.ts';
import { createRecoveryCode, hashToken } from '../base/secrets/secrets.ts';
import type { UnitOfWork } from '../context/unit-of-work.ts';
import { countFactors, isAny } from './store/factors.ts';
import { countRecoveryCodes, replaceRecoveryCodes } from './store/recovery-codes.ts';

export async function makeRecoveryCodes({ tx }: UnitOfWork, userId: string): Promise<{ recoveryCodes: string[] }> {
  const codes = Array.from({ length: RECOVERY_CODES }, () => createRecoveryCode(RECOVERY_CODE_LENGTH));
  await replaceRecoveryCodes(tx, userId, codes.map(hashToken));
  return { recoveryCodes: codes };
}

async function endOtherProofs(executor: Executor, userId: string, sessionId: string): Promise<void> {
  await executor
    .update(sessions)
    .set({ provedAt: null })
    .where(and(eq(sessions.userId, userId), ne(sessions.id, sessionId)));
}

/**
 * After a user, who is locked, got a factor: this session has proved it, others have to, and the first comes with
 * recovery codes. @throws UNAUTHORIZED if the session has ended.
 */
export async function afterFactorAdded(
  unit: UnitOfWork,
  { user, sessionId }: SignedIn,
): Promise<{ recoveryCodes: string[] }> {
  const { tx } = unit;
  if (!(await recordProof(tx, sessionId, { withFactor: true }))) throw new UserError('UNAUTHORIZED');
  await endOtherProofs(tx, user.id, sessionId);
  if ((await countRecoveryCodes(tx, user.id)) > 0) return { recoveryCodes: [] };
  return makeRecoveryCodes(unit, user.id);
}

async function forgetSecondFactor(executor: Executor, userId: string): Promise<void> {
  await executor.update(sessions).set({ hasSecondFactor: false }).where(eq(sessions.userId, userId));
}

/**
 * After a locked user lost a factor: without any, there is nothing to recover.
 * @throws PRECONDITION_FAILED if it was the last and `isRequired`.
 */
export async function afterFactorRemoved({ tx }: UnitOfWork, userId: string, isRequired: boolean): Promise<void> {
  if (isAny(await countFactors(tx, userId))) return;
  if (isRequired) {
    throw new UserError('PRECONDITION_FAILED', 'Your account needs one of these. Add another before you remove this.');
  }
  await replaceRecoveryCodes(tx, userId, []);
  await forgetSecondFactor(tx, userId);
}
