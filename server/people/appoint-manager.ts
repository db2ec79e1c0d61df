import { type Role, rolesOf } from '../../src/domain/roles.ts';
import { INVITATION_LIFE } from '../../src/domain/session.ts';
import type { UnitOfWork } from '../context/unit-of-work.ts';
import { removeAllFactors } from '../factors/reset-factors.ts';
import { createLinkToken } from '../mail/create-link-token.ts';
import { lockUser } from './store/lock-users.ts';
import { reactivate, updateRoles } from './store/user-rights.ts';
import { findCredentials, insertUser } from './store/users.ts';

interface Appointed {
  token: string | null;
}

export async function appointManager(
  unit: UnitOfWork,
  email: string,
  { resetsFactors = false }: { resetsFactors?: boolean } = {},
): Promise<Appointed> {
  const existing = await findCredentials(unit.tx, email);
  const id = existing?.id ?? (await insertUser(unit.tx, { email, firstName: 'Manager' }));
  await reactivate(unit.tx, id);
  const user = await lockUser(unit.tx, id);
  const before = user ? rolesOf(user) : [];
  if (user && !before.includes('manager')) {
    const after: Role[] = ['manager', ...before];
    await updateRoles(unit.tx, id, after);
    await unit.audit({ entity: 'user', entityId: id, before: { roles: before }, after: { roles: after } });
  }
  if (resetsFactors && user) await removeAllFactors(unit, user);
  // Anyone can have registered the address.
  if (existing?.verified && existing.passwordHash) return { token: null };
  const receiver = existing?.email ?? email.toLowerCase();
  await unit.mail({ kind: 'set-password', receiver, about: { userId: id } });
  const link = { purpose: 'reset', userId: id, email: receiver, life: INVITATION_LIFE } as const;
  return { token: await createLinkToken({ db: unit.tx }, link) };
}
