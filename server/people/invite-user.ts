import type { InviteUser } from '../../src/domain/user.ts';
import { findFormerOwner } from '../auth/store/email-changes.ts';
import { fieldError } from '../base/errors/errors.ts';
import type { UnitOfWork } from '../context/unit-of-work.ts';
import { isDeactivated, updateRoles } from './store/user-rights.ts';
import { findCredentials, insertUserUnlessTaken } from './store/users.ts';

/**
 * Creates a colleague's account, or emails the link again while nobody has used it (userAdmin.inviteUser).
 * @throws Field error
 */
export async function inviteUser(unit: UnitOfWork, { email, roles }: InviteUser): Promise<{ id: string }> {
  const { tx } = unit;
  const known = await findCredentials(tx, email);
  const isWaiting = known && !known.verified && !known.passwordHash && !(await isDeactivated(tx, known.id));
  const id = isWaiting ? known.id : known ? null : await insertUserUnlessTaken(tx, { email });
  if (id === null || (await findFormerOwner(tx, email.toLowerCase()))) {
    throw fieldError('email', 'This address already has an account. Change its roles on its page.');
  }
  await updateRoles(tx, id, roles);
  await unit.audit({ entity: 'user', entityId: id, after: { roles } });
  const receiver = known?.email ?? email.toLowerCase();
  await unit.mail({ kind: 'invitation', receiver, about: { userId: id } });
  return { id };
}
