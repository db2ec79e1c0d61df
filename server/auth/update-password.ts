import { normalizePassword } from '../../src/domain/text.ts';
import type { UpdatePassword, User } from '../../src/domain/user.ts';
import { fieldError } from '../base/errors/errors.ts';
import { isCommonPassword } from '../base/secrets/common-passwords.ts';
import { hashPassword, verifyPassword } from '../base/secrets/passwords.ts';
import type { Services } from '../context/context.ts';
import { inUnitOfWork } from '../context/unit-of-work.ts';
import { mailPasswordChanged } from '../mail/mail-events.ts';
import { updatePasswordHash } from '../people/store/user-rights.ts';
import { findCredentials } from '../people/store/users.ts';
import { deleteKnownDevicesOf } from './store/known-devices.ts';
import { closeOneTimeTokens } from './store/one-time-tokens.ts';
import { deleteSessionsOf } from './store/sessions.ts';

const wrongPassword = () => fieldError('currentPassword', 'This isn’t your current password.', { guess: true });

/**
 * Changes a user's password and ends every session.
 * @throws Field errors.
 * Specification section 4.
 */
export async function updatePassword(
  services: Services,
  user: User,
  input: UpdatePassword,
  { requestId, deviceTicket }: { requestId: string; deviceTicket: string | null },
): Promise<void> {
  const account = await findCredentials(services.db, user.email);
  const { passwordHash: from = null } = account ?? {};
  if (!account || from === null || !(await verifyPassword(from, input.currentPassword))) throw wrongPassword();
  if (input.password === normalizePassword(input.currentPassword)) {
    throw fieldError('password', 'This is your current password. Choose another one.');
  }
  if (isCommonPassword(input.password, services.environment)) {
    throw fieldError('password', 'This password is too common. Choose another one.');
  }
  const passwordHash = await hashPassword(input.password);
  // Hashing must hold no connection.
  await inUnitOfWork({ services, actor: user, procedure: 'user.updatePassword', requestId }, async (unit) => {
    const { tx } = unit;
    // A password that a link set during the hashing stays.
    if (!(await updatePasswordHash(tx, account.id, passwordHash, from))) throw wrongPassword();
    await closeOneTimeTokens(tx, 'reset', account.id);
    await deleteSessionsOf(tx, account.id);
    await deleteKnownDevicesOf(tx, account.id, { except: deviceTicket });
    await mailPasswordChanged(unit, account);
  });
}
