import type { NewUser } from '../../server/people/store/users.ts';
import { ROLES, type Role } from '../../src/domain/roles.ts';

/** Somebody new, with two of the roles in short. */
export type PersonDetails = Partial<NewUser> & { manager?: boolean; courier?: boolean };

export function withRoles<Details extends PersonDetails>({
  manager = false,
  courier = false,
  roles = [],
  ...details
}: Details): Omit<Details, 'manager' | 'courier' | 'roles'> & { roles: Role[] } {
  const has: Partial<Record<Role, boolean>> = { manager, courier };
  return { ...details, roles: ROLES.filter((one) => has[one] || roles.includes(one)) };
}
