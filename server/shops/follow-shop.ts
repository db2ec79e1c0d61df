import { and, eq } from 'drizzle-orm';
import { dayIn } from '../../src/domain/dates.ts';
import type { Transaction } from '../base/database/client.ts';
import { collectionRules, pickups } from '../base/database/tables/shops/pickups.ts';
import type { UnitOfWork } from '../context/unit-of-work.ts';
import { endPickup } from '../deliveries/end-pickup.ts';
import { followDoor } from '../deliveries/follow-task.ts';
import { findRule } from '../pickups/store/collection-rules.ts';
import { listOpenOfShop } from '../pickups/store/collections.ts';
import { lockUnvisited, type PickupRow } from '../pickups/store/pickups.ts';
import { lockRuns } from '../runs/store/runs.ts';
import { getOwnAddress } from './own-address.ts';
import { lockShop } from './store/own-shipments.ts';

async function setRuleAddress(tx: Transaction, id: string, address: string): Promise<void> {
  await tx.update(collectionRules).set({ address }).where(eq(collectionRules.id, id));
}

/** Moves a locked pickup to another address; false if one waits there on that day already. */
async function movePickup(tx: Transaction, { id, userId, day, state }: PickupRow, to: string): Promise<boolean> {
  const waitsThere = and(eq(pickups.userId, userId), eq(pickups.day, day), eq(pickups.address, to));
  if (state === 'pending' && (await tx.$count(pickups, and(waitsThere, eq(pickups.state, 'pending')))) > 0)
    return false;
  await tx.update(pickups).set({ address: to }).where(eq(pickups.id, id));
  return true;
}

/**
 * Changes what a courier reads at a shop's door, and has regular days and unvisited pickups follow; those asked for at
 * another address stay there. A profile is locked before runs, settings after pickups.
 */
export async function withFollowingPickups(
  unit: UnitOfWork,
  userId: string,
  change: { profile?: () => Promise<void>; settings?: () => Promise<void> } = {},
): Promise<void> {
  const { tx, services } = unit;
  await lockShop(tx, userId);
  const former = await getOwnAddress(tx, userId);
  await change.profile?.();
  const open = await listOpenOfShop(tx, userId);
  const runs = await lockRuns(
    tx,
    open.map(({ runId }) => runId),
  );
  const address = await getOwnAddress(tx, userId);
  const rule = await findRule(tx, userId);
  // An older one may have a former address.
  const addresses = [former, ...(rule ? [rule.address] : [])].filter((one) => one !== '' && one !== address);
  if (address !== '' && addresses.length > 0) {
    if (rule) await setRuleAddress(tx, rule.id, address);
    const since = dayIn(services.environment.TIME_ZONE, new Date());
    const moving = await lockUnvisited(tx, userId, { addresses, since });
    for (const pickup of moving) {
      const isMoved = await movePickup(tx, pickup, address);
      if (!isMoved) await endPickup(unit, pickup, { state: 'cancelled', reason: '' });
    }
    const after = { pickupsMoved: moving.length };
    if (rule || moving.length > 0) await unit.audit({ entity: 'user', entityId: userId, after });
  }
  await change.settings?.();
  for (const { runId, collectionId } of open) {
    const run = runs.get(runId);
    if (run) await followDoor(unit, run, collectionId);
  }
}
