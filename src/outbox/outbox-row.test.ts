import { describe, expect, it } from 'vitest';
import {
  doneAt,
  isReadable,
  type Led,
  ledBy,
  nextToSend,
  type OutboxRow,
  readRow,
  rebased,
  statusToCome,
} from './outbox-row.ts';

let count = 0;
function row(details: Partial<OutboxRow> & { shipment?: string; status?: string } = {}): OutboxRow {
  count += 1;
  const { shipment = 'one', status, ...fields } = details;
  const read = readRow(count, {
    opId: crypto.randomUUID(),
    userId: 'ines',
    occurredAt: '2026-11-20T06:40:00.000Z',
    clockOffset: 0,
    state: 'waiting',
    isOpen: false,
    problem: null,
    trackingId: 'W48207K159XQ',
    ...(status
      ? { procedure: 'shipmentAdmin.updateShipment', input: { id: shipment, status }, baseStatusVersion: 1 }
      : {
          procedure: 'shipmentAdmin.updateShipmentActivity',
          input: { id: shipment, address: 'Gothenburg', comment: '' },
        }),
    ...fields,
  });
  if (!isReadable(read)) throw new Error('This is no row');
  return read;
}

describe('what can be read', () => {
  const { sequence, ...whole } = row();

  it('is a row with everything it needs', () => {
    expect(readRow(7, whole)).toEqual({ ...whole, sequence: 7 });
  });

  it.each([
    ['nothing', undefined],
    ['a word', 'half'],
    ['a row without its key', { ...whole, opId: undefined }],
    ['a row without its input', { ...whole, input: {} }],
    ['a row of a procedure that never waits', { ...whole, procedure: 'transaction.withdraw' }],
    ['a row with a time that is none', { ...whole, occurredAt: 'yesterday' }],
    [
      'a status that there is not',
      { ...whole, ...{ procedure: 'shipmentAdmin.updateShipment', input: { id: 'one' } } },
    ],
  ])('is not %s', (_, value) => {
    expect(readRow(7, value).state).toBe('unreadable');
  });

  it('is a row that an older version wrote, which knew nothing but its clock', () => {
    const { notBefore, after, ...older } = whole;
    expect(readRow(7, older)).toEqual({ ...older, notBefore: null, after: null, sequence: 7 });
  });

  it('says whose an unreadable row is, and its key, where that much is there', () => {
    const unreadable = { sequence: 7, state: 'unreadable' };
    expect(readRow(7, { userId: 'ines', input: 1 })).toEqual({ ...unreadable, userId: 'ines', opId: null });
    expect(readRow(7, { input: 1, opId: 'a key' })).toEqual({ ...unreadable, userId: null, opId: 'a key' });
  });
});

describe('the time a row shows', () => {
  it('is that of the clock, but nothing that had certainly passed', () => {
    const at = (notBefore: string | null) => doneAt({ occurredAt: '2026-11-20T06:40:00.000Z', notBefore });
    expect(at(null)).toBe('2026-11-20T06:40:00.000Z');
    expect(at('2026-11-20T06:39:00Z')).toBe('2026-11-20T06:40:00.000Z');
    expect(at('2026-11-20T07:10:00.000Z')).toBe('2026-11-20T07:10:00.000Z');
  });
});

describe('the next to be sent', () => {
  const next = (rows: OutboxRow[], ...held: OutboxRow[]) => nextToSend(rows, new Set(held.map(({ opId }) => opId)));

  it('is the first that waits, and none where nothing does', () => {
    const [draft, first, second] = [row({ state: 'draft' }), row(), row()];
    expect(next([draft, first, second])).toBe(first);
    expect(next([draft])).toBeNull();
    expect(next([])).toBeNull();
  });

  it('is of another shipment where the first is held', () => {
    const [held, behind, other] = [row(), row(), row({ shipment: 'two' })];
    expect(next([held, behind, other], held)).toBe(other);
    expect(next([held, behind], held)).toBeNull();
  });

  it('is no status behind one of the same shipment that needs review, but a location is', () => {
    const review = row({ status: 'held', state: 'review' });
    const [behind, location, other] = [
      row({ status: 'delivered' }),
      row(),
      row({ status: 'delivered', shipment: 'two' }),
    ];
    expect(next([review, behind])).toBeNull();
    expect(next([review, behind, location])).toBe(location);
    expect(next([review, behind, other])).toBe(other);
  });

  it('is a status behind a location that needs review', () => {
    const behind = row({ status: 'delivered' });
    expect(next([row({ state: 'review' }), behind])).toBe(behind);
  });
});

describe('the status to come', () => {
  it('is the last that waits, of this shipment', () => {
    const rows = [
      row({ status: 'held' }),
      row(),
      row({ status: 'delivery' }),
      row({ status: 'failed', shipment: 'two' }),
    ];
    expect(statusToCome(rows, 'one')).toBe('delivery');
    expect(statusToCome([row({ status: 'held', state: 'review' })], 'one')).toBeNull();
  });
});

describe('the version a change of status is based on', () => {
  const led = (baseStatusVersion: number, before: Led | null, keptFrom?: number) =>
    ledBy({ baseStatusVersion, ...(keptFrom !== undefined && { keptFrom }) }, before);

  it('follows what this device itself has changed since, however often', () => {
    const lineage = led(5, led(4, led(3, null)));
    expect(lineage).toEqual({ from: 3, to: 6 });
    expect([2, 3, 4, 5, 6, 7].map((seen) => rebased(seen, lineage))).toEqual([2, 6, 6, 6, 6, 7]);
  });

  it('does not follow what somebody else has changed', () => {
    const lineage = led(9, led(3, null));
    expect([3, 4, 9].map((seen) => rebased(seen, lineage))).toEqual([3, 4, 10]);
  });

  it('follows what somebody else has changed where a person kept their own over it', () => {
    // Based on 3, which this device had led there from 1; somebody else made 4 and 5; this was kept, and made 6.
    const lineage = led(5, led(2, led(1, null)), 3);
    expect(lineage).toEqual({ from: 1, to: 6 });
    expect([1, 3, 4, 5, 6, 7].map((seen) => rebased(seen, lineage))).toEqual([6, 6, 6, 6, 6, 7]);
  });

  it('is what was seen where this device has changed nothing', () => {
    expect(rebased(3, null)).toBe(3);
  });
});
