import { paths } from '../../domain/paths.ts';
import type { CachedData, CachedFiles, CachedQuery } from '../../offline/cached-data.ts';

export interface CachedItem {
  key: string;
  title: string;
  /** Null for other kinds. */
  trackingId: string | null;
  /** The managers' view of the shipment is stored. */
  isManaged: boolean;
  to: string | null;
  /** The time of the oldest response; null if unknown. */
  updatedAt: number | null;
  bytes: number;
}

const PLAIN = { trackingId: null, isManaged: false, to: null };

interface Shipment {
  id: string;
  trackingId: string;
  description: string;
}

/** Newest response first. The managers' view and the public one are separate items. */
export function shipmentItems(queries: readonly CachedQuery[]): CachedItem[] {
  return queries
    .toSorted((one, other) => other.updatedAt - one.updatedAt)
    .flatMap(({ hash, key: [kind], data, updatedAt, bytes }): CachedItem[] => {
      const isManaged = kind === 'managed-shipment';
      if (!isManaged && kind !== 'tracked-shipment') return [];
      const { id, trackingId, description } = data as Shipment;
      const to = isManaged ? paths.manageShipment(id) : paths.trackedShipment(trackingId);
      return [{ key: hash, title: description, trackingId, isManaged, to, updatedAt, bytes }];
    });
}

export function otherItems({
  queries,
  images,
  responses,
}: Pick<CachedData, 'queries' | 'images' | 'responses'>): CachedItem[] {
  const lines = new Map<string, CachedItem>();
  const addFiles = (title: string, { count, bytes, updatedAt }: CachedFiles) => {
    if (count > 0) lines.set(title, { ...PLAIN, key: title, title, updatedAt, bytes });
  };
  addFiles('Shipment images', images);
  addFiles('Tracked shipments', responses);
  for (const { key, title, updatedAt, bytes } of queries) {
    const kind = String(key[0]);
    if (kind === 'tracked-shipment' || kind === 'managed-shipment') continue;
    const known = lines.get(title) ?? { ...PLAIN, key: title, title, updatedAt, bytes: 0 };
    lines.set(title, {
      ...known,
      updatedAt: Math.min(known.updatedAt ?? updatedAt, updatedAt),
      bytes: known.bytes + bytes,
    });
  }
  return [...lines.values()].sort((one, other) => one.title.localeCompare(other.title, 'en'));
}
