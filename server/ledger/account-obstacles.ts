import { counted } from '../../src/domain/figures.ts';
import type { Executor } from '../base/database/client.ts';
import { UserError } from '../base/errors/errors.ts';
import { countPendingCod, listUncountedRuns } from '../cod/store/cod.ts';
import type { UnitOfWork } from '../context/unit-of-work.ts';

/** Lists others' money that still passes through an account, which then can’t be closed. */
export async function listMoneyObstacles(executor: Executor, userId: string): Promise<string[]> {
  const runs = await listUncountedRuns(executor, userId);
  const parcels = await countPendingCod(executor, userId);
  return [
    ...runs.map(({ name, day }) => `Nobody has counted the cash of the run “${name}” of ${day} yet.`),
    ...(parcels > 0 ? [`Cash on delivery of ${counted(parcels, 'parcel')} is not on the account yet.`] : []),
  ];
}

/** @throws PRECONDITION_FAILED */
export async function assertNoMoneyObstacle({ tx }: Pick<UnitOfWork, 'tx'>, userId: string): Promise<void> {
  const obstacles = await listMoneyObstacles(tx, userId);
  if (obstacles.length > 0) throw new UserError('PRECONDITION_FAILED', obstacles.join(' '));
}
