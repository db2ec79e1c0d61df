import type { Register } from '../../src/domain/user.ts';
import { fieldError } from '../base/errors/errors.ts';
import { isCommonPassword } from '../base/secrets/common-passwords.ts';
import { hashPassword } from '../base/secrets/passwords.ts';
import type { Services } from '../context/context.ts';
import { inUnitOfWork, keepIf } from '../context/unit-of-work.ts';
import { normalizeCountries } from '../countries/resolve-countries.ts';
import { findCredentials, insertUserUnlessTaken } from '../people/store/users.ts';
import { spendEmailAllowance } from './request-email.ts';
import { findFormerOwner } from './store/email-changes.ts';

/**
 * Creates an account and emails a link. Neither response nor time shows whether the address was
 * taken.
 * @throws Field errors.
 * Specification sections 2 and 5.
 */
export async function registerUser(services: Services, input: Register, requestId: string): Promise<void> {
  if (isCommonPassword(input.password, services.environment)) {
    throw fieldError('password', 'This password is too common. Choose another one.');
  }
  const { password, ...fields } = normalizeCountries(services.environment, input);
  const passwordHash = await hashPassword(password);
  const email = input.email.toLowerCase();
  const isAllowed = await spendEmailAllowance(services, email);
  await inUnitOfWork({ services, actor: null, procedure: 'auth.register', requestId }, async (unit) => {
    const known = await findCredentials(unit.tx, email);
    const { isNew, formerId } = await keepIf(
      unit,
      async ({ tx }) => {
        const id = await insertUserUnlessTaken(tx, { ...fields, email, passwordHash });
        // Only now: until the account that has left it committed, this waited for it.
        const owner = await findFormerOwner(tx, email);
        // An older account may have a spelling that the index does not compare.
        return { isNew: id !== null && known === null && owner === null, formerId: owner };
      },
      (made) => made.isNew,
    );
    const account = await findCredentials(unit.tx, email);
    const userId = formerId ?? account?.id;
    if (!isAllowed || userId === undefined) return;
    const kind = isNew ? 'verify-email' : 'address-taken';
    await unit.mail({ kind, receiver: account?.email ?? email, about: { userId } });
  });
}
