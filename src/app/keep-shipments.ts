/**
 * Saves for offline without being asked: the shipments of a person's first pages with all that their pages show, and the
 * images of every shipment that has been opened. At idle moments, one thing at a time, nothing twice within the hour.
 */
import { type FetchQueryOptions, hashKey, type Query, type QueryClient, type QueryKey } from '@tanstack/react-query';
import { parsePageSearch } from '../domain/paged.ts';
import type { ShipmentStatus } from '../domain/shipment-status.ts';
import { managedShipmentQuery, managedShipmentsQuery } from '../features/manage-shipments/queries.ts';
import { fetchPicture } from '../features/shipments/picture.ts';
import { billsOfShipmentQuery, ownShipmentsQuery, trackedShipmentQuery } from '../features/shipments/queries.ts';
import { idle } from '../offline/idle.ts';
import { isAffordable } from '../offline/online-status.ts';
import { readStored } from '../offline/stored-queries.ts';
import { KEPT_IMAGES } from '../pwa/messages.ts';

const FRESH_FOR = 60 * 60 * 1000;
/** The page that a list opens with, as its address has it. */
const FIRST_PAGE = parsePageSearch(new URLSearchParams());

interface Shipment {
  status: ShipmentStatus;
  images: readonly string[];
}

/** Keeps what there is to keep, and images by `keepImages`, until it has all of it, `signal` ends it, or the connection cannot be spared any more. */
export async function keepShipments(
  client: QueryClient,
  isManager: boolean,
  keepImages: ImageKeeper['keep'],
  signal: AbortSignal,
): Promise<void> {
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

  /** Whether a shipment is kept as its list says it is now. Its images may not be, whatever ended that before. */
  function isKept({ queryKey }: { queryKey: QueryKey }, status: ShipmentStatus): boolean {
    const { data, dataUpdatedAt = 0 } = stored.get(hashKey(queryKey)) ?? {};
    const shipment = data as Shipment | undefined;
    if (shipment?.status !== status || Date.now() - dataUpdatedAt >= FRESH_FOR) return false;
    keepImages(shipment.images);
    return true;
  }

  for (const rel of ['receiver', 'sender'] as const) {
    const list = await ask(ownShipmentsQuery(rel, FIRST_PAGE));
    for (const { trackingId, status } of list?.data ?? []) {
      if (isKept(trackedShipmentQuery(trackingId), status)) continue;
      await ask(trackedShipmentQuery(trackingId));
      await ask(billsOfShipmentQuery(trackingId));
    }
  }
  if (!isManager) return;
  const all = await ask(managedShipmentsQuery(FIRST_PAGE));
  for (const { id, status } of all?.data ?? []) {
    if (!isKept(managedShipmentQuery(id), status)) await ask(managedShipmentQuery(id));
  }
}

/** The kinds of queries that answer a shipment with its images. */
const WITH_IMAGES: unknown[] = ['tracked-shipment', 'managed-shipment'];

export interface ImageKeeper {
  /** Fetches these images as well, unless that would be more than are kept. */
  keep(links: readonly string[]): void;
  end(): void;
}

/**
 * Fetches the images of whatever shipment comes by, for the service worker to keep. Of those that nobody has opened only as
 * many as it holds.
 */
export function keepImages(client: QueryClient): ImageKeeper {
  const waiting: string[] = [];
  const asked = new Set<string>();
  let isOver = false;
  let isAtWork = false;

  async function work(): Promise<void> {
    if (isAtWork) return;
    isAtWork = true;
    for (let link = waiting.shift(); link && !isOver; link = waiting.shift()) {
      await idle();
      const isThere = !isOver && isAffordable() && (await fetchPicture(link));
      // It is asked for again when its shipment comes by again.
      if (!isThere) asked.delete(link);
    }
    isAtWork = false;
  }

  function keep(links: readonly string[], isOpened = false): void {
    if (!navigator.serviceWorker?.controller) return;
    for (const link of links) {
      if (asked.has(link) || (asked.size >= KEPT_IMAGES && !isOpened)) continue;
      asked.add(link);
      waiting.push(link);
    }
    void work();
  }

  function onShipment(query: Query): void {
    if (query.state.data && WITH_IMAGES.includes(query.queryKey[1]))
      keep((query.state.data as Shipment).images, query.isActive());
  }

  const cache = client.getQueryCache();
  const lookAtAll = () => {
    for (const query of cache.getAll()) onShipment(query);
  };
  lookAtAll();
  // What came by before there was a worker to keep it.
  navigator.serviceWorker?.addEventListener('controllerchange', lookAtAll);
  const unsubscribe = cache.subscribe((event) => {
    const isNew = event.type === 'updated' && event.action.type === 'success';
    if (isNew || event.type === 'observerAdded') onShipment(event.query);
  });
  return {
    keep,
    end() {
      isOver = true;
      navigator.serviceWorker?.removeEventListener('controllerchange', lookAtAll);
      unsubscribe();
    },
  };
}
