import type { QueryKey } from '@tanstack/react-query';
import type { RunSummary } from '../../domain/runs/views.ts';
import type { ManagedShipmentSummary, ShipmentSummary } from '../../domain/shipment.ts';
import type { UserSummary } from '../../domain/user.ts';
import { runQuery, runsQuery } from '../../features/manage-runs/queries.ts';
import { managedShipmentQuery, managedShipmentsOnDevice } from '../../features/manage-shipments/queries.ts';
import { managedUsersOnDevice } from '../../features/people/queries.ts';
import { ownShipmentsOnDevice } from '../../features/shipments/queries.ts';
import { trackedShipmentQuery } from '../../features/tracking/queries.ts';
import { readStored } from '../../offline/stored-queries.ts';

export type FoundShipment = ShipmentSummary & Partial<Pick<ManagedShipmentSummary, 'senderName' | 'receiverName'>>;

export interface Findable {
  managed: readonly FoundShipment[];
  own: readonly FoundShipment[];
  users: readonly UserSummary[];
  runs: readonly RunSummary[];
}

const MANAGED = [...managedShipmentsOnDevice.keys, managedShipmentQuery('').queryKey];
const OWN = [...ownShipmentsOnDevice('sender').keys, trackedShipmentQuery('').queryKey];
const RUNS = [runsQuery().queryKey, runQuery('').queryKey];

/** What this device has stored of lists and of single things, each as last seen. */
export async function readFindable(): Promise<Findable> {
  const stored = (await readStored()).sort((one, other) => one.state.dataUpdatedAt - other.state.dataUpdatedAt);
  function rowsOf<Row extends { id: string }>(keys: readonly QueryKey[]): Row[] {
    const names = keys.map(([, name]) => name);
    const rows = stored
      .filter(({ queryKey }) => names.includes(queryKey[1]))
      .flatMap(({ state }) => {
        const held = state.data as { data?: Row[]; runs?: Row[] } & Row;
        return held.data ?? held.runs ?? [held];
      });
    return [...new Map(rows.map((row) => [row.id, row])).values()].reverse();
  }
  return {
    managed: rowsOf(MANAGED),
    own: rowsOf(OWN),
    users: rowsOf(managedUsersOnDevice.keys),
    runs: rowsOf(RUNS),
  };
}
