import { PROFILE_FIELDS, type UpdateProfile } from '../../src/domain/user.ts';
import { changedFields } from '../audit/changed-fields.ts';
import { mergeChanges } from '../base/conflicts/merge-changes.ts';
import { UserError } from '../base/errors/errors.ts';
import { listRunsOfReceiver } from '../choices/store/choices.ts';
import type { UnitOfWork } from '../context/unit-of-work.ts';
import { normalizeCountries } from '../countries/resolve-countries.ts';
import { bumpRunVersion, lockRuns } from '../runs/store/runs.ts';
import { withFollowingPickups } from '../shops/follow-shop.ts';
import { lockUser } from './store/lock-users.ts';
import { updateProfileFields } from './store/users.ts';

/** @throws CONFLICT, field error. */
export const updateProfile = (unit: UnitOfWork, id: string, input: UpdateProfile): Promise<void> =>
  withFollowingPickups(unit, id, { profile: () => writeProfile(unit, id, input) });

async function writeProfile(unit: UnitOfWork, id: string, { base, ...typed }: UpdateProfile): Promise<void> {
  const user = await lockUser(unit.tx, id);
  if (!user) throw new UserError('NOT_FOUND', 'This user no longer exists.');
  const merged = mergeChanges(user, typed, base, 'You changed this elsewhere');
  const kept = { doorNote: user.doorNote, csvStyle: user.csvStyle, digest: user.digest };
  const input = { ...kept, ...normalizeCountries(unit.services.environment, merged, user) };
  const change = changedFields(PROFILE_FIELDS, user, input);
  if (change === null) return;
  await updateProfileFields(unit.tx, user.id, input);
  if (input.doorNote !== user.doorNote) {
    const runIds = await listRunsOfReceiver(unit.tx, id);
    for (const runId of (await lockRuns(unit.tx, runIds)).keys()) await bumpRunVersion(unit.tx, runId);
  }
  await unit.audit({ entity: 'user', entityId: user.id, ...change });
}
