import type { SetCourier } from '../../../src/domain/user.ts';
import type { UnitOfWork } from '../../context/unit-of-work.ts';
import { UserError } from '../../errors/errors.ts';
import { lockUser } from '../../stores/users/lock-users.ts';
import { setCourierFlag } from '../../stores/users/user-rights.ts';
import { assertNoOpenRun } from '../runs/fill-run.ts';

/**
 * Gives or takes the courier role; ends live streams.
 * @throws NOT_FOUND, PRECONDITION_FAILED
 */
export async function setCourier(unit: UnitOfWork, { id, courier }: SetCourier): Promise<void> {
  const user = await lockUser(unit.tx, id);
  if (!user) throw new UserError('NOT_FOUND', 'This user no longer exists.');
  if (user.courier === courier) return;
  if (courier && !user.verified) {
    throw new UserError('PRECONDITION_FAILED', 'This person must verify their email address first.');
  }
  if (!courier) await assertNoOpenRun(unit, user.id);
  await setCourierFlag(unit.tx, user.id, courier);
  await unit.audit({ entity: 'user', entityId: user.id, before: { courier: user.courier }, after: { courier } });
}
