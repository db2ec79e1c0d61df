import { describe, expect, it, vi } from 'vitest';
import { createFakeSealer, location, status, USER } from '../../tests/support/fake-outbox.ts';
import type { Sealed } from '../offline/seal.ts';
import { createRowReader, decodeRow, encodeRow } from './stored-row.ts';

/** Rows as every version so far has stored them. */
const LOCATION = {
  opId: '0d3a7a5e-3c0b-4d7a-9d41-3a4f6f1f0b11',
  userId: USER,
  procedure: 'shipmentAdmin.updateShipmentActivity',
  occurredAt: '2026-11-20T06:40:00.000Z',
  notBefore: null,
  after: null,
  clockOffset: 0,
  state: 'waiting',
  isOpen: true,
};
const SECRET = { input: { id: 'one', address: 'Gothenburg', comment: '' }, problem: null, trackingId: 'W48207K159XQ' };
const { isOpen, ...rest } = LOCATION;
const READ = { ...rest, ...SECRET, inFlight: isOpen, sequence: 7 };

describe('a stored row', () => {
  it('is read as it has always been stored, sealed or not', async () => {
    const sealer = createFakeSealer();
    const sealed = await sealer.seal(`outbox-${USER}`, SECRET);
    expect(await decodeRow(sealer, 7, { ...LOCATION, ...SECRET })).toEqual(READ);
    expect(await decodeRow(sealer, 7, { ...LOCATION, trackingId: undefined, sealed })).toEqual(READ);
  });

  it('is stored as older versions read it', async () => {
    const row = location('one', { opId: LOCATION.opId, inFlight: true, notBefore: null, after: null });
    expect(await encodeRow(createFakeSealer(false), { ...row, sequence: 7 })).toEqual({ ...LOCATION, ...SECRET });
    const sealer = createFakeSealer();
    const sealed = await sealer.seal(`outbox-${USER}`, SECRET);
    expect(await encodeRow(sealer, { ...row, sequence: 7 })).toEqual({ ...LOCATION, sealed });
  });

  it('keeps all of its fields', async () => {
    for (const sealer of [createFakeSealer(), createFakeSealer(false)]) {
      for (const row of [location(), status('held')]) {
        const read = await decodeRow(sealer, 7, structuredClone(await encodeRow(sealer, row)));
        expect(read).toEqual({ ...row, notBefore: null, after: null, sequence: 7 });
      }
    }
  });

  it('is unreadable without its keys, and still has an owner', async () => {
    const sealer = createFakeSealer();
    const value = await encodeRow(sealer, location());
    sealer.forgotten.add(`outbox-${USER}`);
    expect(await decodeRow(sealer, 7, value)).toMatchObject({ state: 'unreadable', userId: USER, needsUpdate: false });
  });

  it('may be anything', async () => {
    for (const value of [null, undefined, 'half', 7, [], { sealed: 'no' }]) {
      expect((await decodeRow(createFakeSealer(), 7, value)).state).toBe('unreadable');
    }
  });
});

describe('a list of stored rows', () => {
  it('has the same rows as the list before, except those written again', async () => {
    const sealer = createFakeSealer();
    const unseal = vi.spyOn(sealer, 'unseal');
    const read = createRowReader(sealer);
    const ofShipment = (id: string) => encodeRow(sealer, location(id));
    const values = [await ofShipment('one'), await ofShipment('two')];
    // The real sealer makes a new vector for every write.
    Object.assign((values[1] as { sealed: Sealed }).sealed, { iv: new Uint8Array(12).fill(1) });
    const first = await read([1, 2], values);
    const again = await read([1, 2], structuredClone(values));
    expect(again.map((row, place) => row === first[place])).toEqual([true, true]);
    expect(unseal).toHaveBeenCalledTimes(2);

    const changed = { ...(await encodeRow(sealer, location('three'))) } as { sealed: Sealed };
    changed.sealed.iv = new Uint8Array(12).fill(2);
    const [, third] = await read([1, 2], [values[0], changed]);
    expect(third).toMatchObject({ input: { id: 'three' } });
    expect(unseal).toHaveBeenCalledTimes(3);
  });
});
