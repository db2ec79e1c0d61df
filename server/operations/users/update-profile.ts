import type { UpdateProfile, User } from '../../../src/domain/user.ts';
import type { UnitOfWork } from '../../context/unit-of-work.ts';
import { updateProfileFields } from '../../stores/users/users.ts';
import { changedFields } from '../audit/changed-fields.ts';
import { withCountries } from '../countries/read-countries.ts';

/**
 * Updates a user's own profile (user.updateProfile) and audits the changed fields.
 * @throws A field error for a nationality that is not in the list.
 */
export async function updateProfile(unit: UnitOfWork, user: User, typed: UpdateProfile): Promise<void> {
  const input = withCountries(unit.services.environment, typed, user);
  const fields = Object.keys(input) as (keyof UpdateProfile)[];
  const change = changedFields(fields, user, input);
  if (change === null) return;
  await updateProfileFields(unit.tx, user.id, input);
  await unit.audit({ entity: 'user', entityId: user.id, ...change });
}
