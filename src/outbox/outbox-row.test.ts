import { describe, expect, it } from 'vitest';
import { canDiscard, doneAt, isReadable, nextToSend, type OutboxRow, readRow, statusToCome } from './outbox-row.ts';
import { extendLineage, type OwnVersionRange, rebaseVersion } from './own-version-range.ts';

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
    inFlight: false,
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

describe('a readable row', () => {
  const { sequence, ...whole } = row();

  it('has every required field', () => {
    expect(readRow(7, whole)).toEqual({ ...whole, sequence: 7 });
  });

  it.each([
    ['nothing', undefined],
    ['a word', 'half'],
    ['a row without its key', { ...whole, opId: undefined }],
    ['a row without its input', { ...whole, input: {} }],
    ['a row of a procedure that never waits', { ...whole, procedure: 'transaction.withdraw' }],
    ['a row with a time that is none', { ...whole, occurredAt: 'yesterday' }],
    ['a status that there is not', { ...whole, procedure: 'shipmentAdmin.updateShipment', input: { id: 'one' } }],
  ])('is not %s', (_, value) => {
    expect(readRow(7, value).state).toBe('unreadable');
  });

  it('has an owner and a key even if the rest is unreadable', () => {
    const unreadable = { sequence: 7, state: 'unreadable', needsUpdate: false };
    expect(readRow(7, { userId: 'ines', input: 1 })).toEqual({ ...unreadable, userId: 'ines', opId: null });
    expect(readRow(7, { input: 1, opId: 'a key' })).toEqual({ ...unreadable, userId: null, opId: 'a key' });
  });
});

describe('a row with more than this version knows', () => {
  const { sequence, ...whole } = row();
  const fact = { ...whole, procedure: 'courier.start', input: { runId: 'run', runVersion: 2 } };

  it('waits for an update if it is a report: sent in part it could not be corrected', () => {
    expect(readRow(7, fact)).toMatchObject({ state: 'waiting' });
    const ofNewerVersion = { ...fact, input: { ...fact.input, mileage: 12 } };
    expect(readRow(7, ofNewerVersion)).toMatchObject({ state: 'unreadable', needsUpdate: true });
  });
});

describe('a row of an unknown kind', () => {
  const { sequence, ...whole } = row();
  const ofNewerVersion = { ...whole, procedure: 'courier.position' };

  it('waits for an update and cannot be discarded, whatever else it has', () => {
    const waiting = { sequence: 7, state: 'unreadable', userId: 'ines', opId: whole.opId, needsUpdate: true };
    expect(readRow(7, ofNewerVersion)).toEqual(waiting);
    expect(readRow(7, { ...ofNewerVersion, input: undefined, state: 'sent in parts' })).toEqual(waiting);
    expect(canDiscard(readRow(7, ofNewerVersion))).toBe(false);
  });

  it('can be discarded if it was only partly saved, like any other, whatever its name', () => {
    for (const field of ['opId', 'userId', 'procedure'])
      expect(canDiscard(readRow(7, { ...ofNewerVersion, [field]: undefined }))).toBe(true);
    expect(canDiscard(readRow(7, { ...whole, input: {} }))).toBe(true);
    expect(canDiscard(readRow(7, whole))).toBe(true);
    expect(canDiscard(readRow(7, { ...whole, procedure: 'constructor' }))).toBe(false);
  });
});

describe('the displayed time', () => {
  it("is the clock's, but never before a time that had certainly passed", () => {
    const at = (notBefore: string | null) => doneAt({ occurredAt: '2026-11-20T06:40:00.000Z', notBefore });
    expect(at(null)).toBe('2026-11-20T06:40:00.000Z');
    expect(at('2026-11-20T06:39:00Z')).toBe('2026-11-20T06:40:00.000Z');
    expect(at('2026-11-20T07:10:00.000Z')).toBe('2026-11-20T07:10:00.000Z');
  });
});

describe('the next row to send', () => {
  const next = (rows: OutboxRow[], ...held: OutboxRow[]) => nextToSend(rows, new Set(held.map(({ opId }) => opId)));

  it('is the first waiting row, or null', () => {
    const [draft, first, second] = [row({ state: 'draft' }), row(), row()];
    expect(next([draft, first, second])).toBe(first);
    expect(next([draft])).toBeNull();
    expect(next([])).toBeNull();
  });

  it('belongs to another shipment if the first is held', () => {
    const [held, behind, other] = [row(), row(), row({ shipment: 'two' })];
    expect(next([held, behind, other], held)).toBe(other);
    expect(next([held, behind], held)).toBeNull();
  });

  it('may be a location, but not a status, behind a status in review', () => {
    const review = row({ status: 'held', state: 'review' });
    const [behind, location] = [row({ status: 'delivered' }), row()];
    const other = row({ status: 'delivered', shipment: 'two' });
    expect(next([review, behind])).toBeNull();
    expect(next([review, behind, location])).toBe(location);
    expect(next([review, behind, other])).toBe(other);
  });

  it('may be a status behind a location in review', () => {
    const behind = row({ status: 'delivered' });
    expect(next([row({ state: 'review' }), behind])).toBe(behind);
  });
});

describe('the upcoming status', () => {
  it("is this shipment's last waiting status", () => {
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

describe('the base version of a status change', () => {
  const extend = (baseStatusVersion: number, before: OwnVersionRange | null, keptFrom?: number) =>
    extendLineage({ baseStatusVersion, ...(keptFrom !== undefined && { keptFrom }) }, before);

  it("moves past this device's own changes", () => {
    const lineage = extend(5, extend(4, extend(3, null)));
    expect(lineage).toEqual({ from: 3, to: 6 });
    expect([2, 3, 4, 5, 6, 7].map((seen) => rebaseVersion(seen, lineage))).toEqual([2, 6, 6, 6, 6, 7]);
  });

  it("does not move past someone else's changes", () => {
    const lineage = extend(9, extend(3, null));
    expect([3, 4, 9].map((seen) => rebaseVersion(seen, lineage))).toEqual([3, 4, 10]);
  });

  it("moves past someone else's change that a person overruled", () => {
    // This device made 1 to 3, someone else 4 and 5; the status based on 3 was kept and made 6.
    const lineage = extend(5, extend(2, extend(1, null)), 3);
    expect(lineage).toEqual({ from: 1, to: 6 });
    expect([1, 3, 4, 5, 6, 7].map((seen) => rebaseVersion(seen, lineage))).toEqual([6, 6, 6, 6, 6, 7]);
    expect(rebaseVersion(3, null)).toBe(3);
  });
});
