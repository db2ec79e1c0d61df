import type { ShipmentChanges } from '../../src/domain/shipment.ts';
import type { Executor } from '../base/database/client.ts';
import { toSummary } from './list-shipments.ts';
import { databaseTime, listChangedShipments } from './store/shipment-changes.ts';

/** A change has the time its transaction began, and shows once that ends. */
const MAX_TRANSACTION_MS = 30_000;
const MAX_AGE_MS = 30 * 24 * 60 * 60 * 1000;

export async function listChanges(
  executor: Executor,
  ownerId: string,
  { since }: { since: string },
): Promise<ShipmentChanges> {
  const now = await databaseTime(executor);
  const until = new Date(now.getTime() - MAX_TRANSACTION_MS).toISOString();
  const earliest = new Date(Math.max(new Date(since).getTime(), now.getTime() - MAX_AGE_MS));
  const changed = await listChangedShipments(executor, ownerId, earliest);
  return {
    data: changed.map(({ total, ...row }) => toSummary(row)),
    total: changed[0]?.total ?? 0,
    until,
  };
}
