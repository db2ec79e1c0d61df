import { and, eq } from 'drizzle-orm';
import { OPEN_TASK_STATUSES } from '../../src/domain/runs/task-status.ts';
import { PROFILE_FIELDS, type ProfileFields, type UpdateProfile } from '../../src/domain/user.ts';
import { changedFields } from '../audit/changed-fields.ts';
import { mergeChanges } from '../base/conflicts/merge-changes.ts';
import type { Executor } from '../base/database/client.ts';
import { runTasks } from '../base/database/tables/runs.ts';
import { shipments } from '../base/database/tables/shipments.ts';
import { users } from '../base/database/tables/users.ts';
import { UserError } from '../base/errors/errors.ts';
import { anyOf } from '../base/sql/lists.ts';
import type { UnitOfWork } from '../context/unit-of-work.ts';
import { normalizeCountries } from '../countries/resolve-countries.ts';
import { bumpRunVersion, lockRuns } from '../runs/store/runs.ts';
import { withFollowingPickups } from '../shops/follow-shop.ts';
import { lockUser } from './store/lock-users.ts';

/** @throws CONFLICT, field error. */
export const updateProfile = (unit: UnitOfWork, id: string, input: UpdateProfile): Promise<void> =>
  withFollowingPickups(unit, id, { profile: () => writeProfile(unit, id, input) });

/** The runs that have a parcel to them. */
async function listRunsOfReceiver(executor: Executor, userId: string): Promise<string[]> {
  const rows = await executor
    .selectDistinct({ id: runTasks.runId })
    .from(runTasks)
    .innerJoin(shipments, eq(shipments.id, runTasks.shipmentId))
    .where(and(eq(shipments.receiverId, userId), anyOf(runTasks.status, OPEN_TASK_STATUSES)));
  return rows.map(({ id }) => id);
}

async function updateProfileFields(executor: Executor, id: string, fields: ProfileFields): Promise<void> {
  const { firstName, lastName, phone, dob, address, city, state, nationality, doorNote, csvStyle, digest } = fields;
  await executor
    .update(users)
    .set({ firstName, lastName, phone, dob, address, city, state, nationality, doorNote, csvStyle, digest })
    .where(eq(users.id, id));
}

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
