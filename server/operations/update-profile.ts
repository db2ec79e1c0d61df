import type { UpdateProfile, User } from '../../src/domain/user.ts';
import { updateProfileFields } from '../stores/users.ts';
import type { UnitOfWork } from '../unit-of-work.ts';
import { withCountries } from './read-countries.ts';

/**
 * Writes the fields a person may change of themselves (user.updateProfile); the trail keeps what they were before. Throws a
 * refusal at the field for a nationality that is not in the list.
 */
export async function updateProfile(unit: UnitOfWork, user: User, typed: UpdateProfile): Promise<void> {
  const input = withCountries(unit.services.environment, typed, user);
  const before = Object.fromEntries(Object.keys(input).map((field) => [field, user[field as keyof UpdateProfile]]));
  await updateProfileFields(unit.tx, user.id, input);
  await unit.audit({ entity: 'user', entityId: user.id, before, after: input });
}
