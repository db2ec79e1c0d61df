import { describe, expect, it } from 'vitest';
import type { CachedQuery } from '../../offline/cached-data.ts';
import { otherItems, shipmentItems } from './cached-labels.ts';

const kept = (key: unknown[], updatedAt: number, data: unknown = {}, title = 'Shipments'): CachedQuery => ({
  hash: JSON.stringify(key),
  key,
  title,
  data,
  updatedAt,
  bytes: 100,
});

const none = { count: 0, bytes: 0, updatedAt: null };

describe('what is kept', () => {
  const parcel = { id: '7', trackingId: 'W00000000000', description: 'Kiln parts' };
  const queries = [
    kept(['tracked-shipment', 'W00000000000'], 1_000, parcel),
    kept(['managed-shipment', '7'], 2_000, parcel),
    kept(['own-shipments', 'sender', {}], 3_000, {}, 'Your shipment lists'),
    kept(['own-shipments', 'receiver', {}], 2_500, {}, 'Your shipment lists'),
  ];
  const images = { count: 2, bytes: 5_000, updatedAt: 1_500 };

  it('names each shipment with the way to it, the newest first', () => {
    expect(shipmentItems(queries).map(({ title, trackingId, to }) => [title, trackingId, to])).toEqual([
      ['Kiln parts', 'W00000000000', '/manager/shipments/7'],
      ['Kiln parts', 'W00000000000', '/track/W00000000000'],
    ]);
  });

  it('puts the rest together by title, with the oldest age and the whole size', () => {
    const lines = otherItems({ queries, images, responses: none });
    expect(lines.map(({ title, updatedAt, bytes }) => [title, updatedAt, bytes])).toEqual([
      ['Shipment images', 1_500, 5_000],
      ['Your shipment lists', 2_500, 200],
    ]);
  });
});
