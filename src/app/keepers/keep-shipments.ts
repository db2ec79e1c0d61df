/**
 * Saves for offline without being asked: the shipments of a person's first pages with all that their pages show, images
 * included; those of whatever else is opened its page has kept (`ShipmentImages`). At idle moments, one thing at a time, no
 * shipment twice within the hour.
 */
import { type FetchQueryOptions, hashKey, type QueryClient, type QueryKey } from '@tanstack/react-query';
import { FIRST_PAGE } from '../../domain/paged.ts';
import type { ShipmentStatus } from '../../domain/shipment-status.ts';
import { managedShipmentQuery, managedShipmentsQuery } from '../../features/manage-shipments/queries.ts';
import { keepPictures } from '../../features/shipments/keep-pictures.ts';
import { billsOfShipmentQuery, ownShipmentsQuery } from '../../features/shipments/queries.ts';
import { trackedShipmentQuery } from '../../features/tracking/tracked-shipment-query.ts';
import { idle } from '../../offline/idle.ts';
import { isAffordable } from '../../offline/online-status.ts';
import { readStored } from '../../offline/stored-queries.ts';
import { KEPT_IMAGES } from '../../pwa/messages.ts';

const FRESH_FOR = 60 * 60 * 1000;

interface Shipment {
  status: ShipmentStatus;
  images: readonly string[];
}

/** Keeps what there is to keep, until it has all of it, `signal` ends it, or the connection cannot be spared any more. */
export async function keepShipments(client: QueryClient, isManager: boolean, signal: AbortSignal): Promise<void> {
  const stored = new Map((await readStored()).map((query) => [query.queryHash, query.state]));

  /** Waits for an idle moment; false where there will be none. While something is being changed, nothing else is asked. */
  async function mayGoOn(): Promise<boolean> {
    do await idle();
    while (client.isMutating() > 0 && !signal.aborted);
    return !signal.aborted && isAffordable();
  }

  async function ask<Data, Key extends QueryKey>(
    query: FetchQueryOptions<Data, Error, Data, Key>,
  ): Promise<Data | undefined> {
    if (!(await mayGoOn())) return undefined;
    return client.fetchQuery(query).catch(() => undefined);
  }

  const images = new Set<string>();

  /** Asks for a shipment that is not kept as its list says it is now. Answers whether it was. */
  async function keep<Data extends Shipment, Key extends QueryKey>(
    query: FetchQueryOptions<Data, Error, Data, Key>,
    status: ShipmentStatus,
  ): Promise<boolean> {
    const { data, dataUpdatedAt = 0 } = stored.get(hashKey(query.queryKey)) ?? {};
    const known = data as Shipment | undefined;
    const isKept = known?.status === status && Date.now() - dataUpdatedAt < FRESH_FOR;
    // Its images may not be, whatever ended that before.
    for (const link of (isKept ? known : await ask(query))?.images ?? []) images.add(link);
    return isKept;
  }

  for (const rel of ['receiver', 'sender'] as const) {
    const list = await ask(ownShipmentsQuery(rel, FIRST_PAGE));
    for (const { trackingId, status } of list?.data ?? []) {
      const isKept = await keep(trackedShipmentQuery(trackingId), status);
      if (!isKept) await ask(billsOfShipmentQuery(trackingId));
    }
  }
  if (isManager) {
    const all = await ask(managedShipmentsQuery(FIRST_PAGE));
    for (const { id, status } of all?.data ?? []) await keep(managedShipmentQuery(id), status);
  }
  await keepPictures([...images].slice(0, KEPT_IMAGES));
}
