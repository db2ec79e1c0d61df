import { describe, expect, it, vi } from 'vitest';
import { createFakeDevice } from '../../tests/support/fake-device.ts';
import { createFakeSealer, problem, USER } from '../../tests/support/fake-outbox.ts';
import { CallError } from '../api/calls/call-error.ts';
import { sendProof } from '../api/files/proofs.ts';
import { KINDS } from './kinds.ts';
import type { Action } from './outbox-actions.ts';
import { sendResultOf } from './outbox-drain.ts';
import { isReadable, nextToSend, type OutboxRow, UNDO_MS } from './outbox-row.ts';
import { sendRow } from './outbox-send.ts';

vi.mock(import('../api/files/proofs.ts'), () => ({ sendProof: vi.fn() }));

const run = { runId: 'run', runVersion: 2 };
const delivered = [{ taskId: crypto.randomUUID(), result: 'delivered' as const, method: 'mailbox' as const }];

const load: Action = { procedure: 'courier.load', input: { ...run, taskIds: ['one'] } };
const close: Action = { procedure: 'courier.close', input: run };
const visit = (stopId = 'stop', sendAfter: string | null = null): Action => ({
  procedure: 'courier.visit',
  input: { ...run, stopId, outcomes: delivered, proofs: [] },
  sendAfter,
});
const collect = (stopId = 'stop', sendAfter: string | null = null): Action => ({
  procedure: 'courier.collect',
  input: {
    ...run,
    stopId,
    collectionId: 'collection',
    result: 'collected',
    unlabelled: 1,
    left: [],
    parcels: [{ trackingId: 'W1', at: '2026-11-19T08:00:00.000Z', by: 'scan' }],
    proofs: [],
  },
  sendAfter,
});
const handIn: Action = { procedure: 'courier.handIn', input: run };
const photoOf =
  (stopId = 'stop') =>
  (visitId: string) => [
    {
      action: { procedure: 'courier.proof' as const, input: { visitId, stopId, sha256: 'abc', type: 'image/jpeg' } },
      bytes: new Uint8Array([1, 2, 3]).buffer,
    },
  ];
const soon = () => new Date(Date.now() + UNDO_MS).toISOString();

/** A device without a network, on which a courier has opened the app. */
function offlineDevice(sealer = createFakeSealer(false)) {
  const made = createFakeDevice(sealer);
  made.device.isOnline = false;
  return { ...made, ...made.openTab() };
}

const rowsOf = async ({ store }: ReturnType<typeof offlineDevice>) => (await store.list()).filter(isReadable);
const kindsOf = async (made: ReturnType<typeof offlineDevice>) =>
  (await rowsOf(made)).map(({ procedure }) => procedure);

/** Goes online, and returns what was sent, in order. */
async function sendAll(made: ReturnType<typeof offlineDevice>): Promise<string[]> {
  made.device.isOnline = true;
  await made.outbox.sendNow();
  return made.asked.map(({ procedure }) => procedure);
}

describe('a report of the courier', () => {
  it('is not kept in part: without room neither the visit nor its photo is stored', async () => {
    const made = offlineDevice();
    vi.spyOn(made.store, 'append').mockRejectedValue(new DOMException('Full', 'QuotaExceededError'));
    await expect(made.outbox.record(USER, visit(), photoOf())).rejects.toBeInstanceOf(CallError);
    expect(await kindsOf(made)).toEqual([]);
    expect(made.store.bytes.size).toBe(0);
  });

  it('is stored for who reported it, even if the session has ended since', async () => {
    const made = offlineDevice();
    for (const user of [null, 'someone else']) {
      made.device.user = user;
      await made.outbox.record(USER, visit(), photoOf());
    }
    expect((await rowsOf(made)).map(({ userId }) => userId)).toEqual([USER, USER, USER, USER]);
    made.store.rows.clear();
    await expect(made.outbox.record(null, load)).rejects.toMatchObject({ reason: 'not-stored' });
    expect(made.store.rows.size).toBe(0);
  });

  it('is dated when it happened, with its photo', async () => {
    const made = offlineDevice();
    const moment = { occurredAt: '2026-11-19T08:00:00.000Z', notBefore: null, clockOffset: 0 };
    await made.outbox.record(USER, visit(), photoOf(), moment);
    expect(await rowsOf(made)).toMatchObject([moment, moment]);
  });

  it('outlives a log-out with its photo and keys, while everything else goes', async () => {
    const sealer = createFakeSealer();
    const made = offlineDevice(sealer);
    await made.outbox.record(USER, visit(), photoOf());
    await made.outbox.saveDraft({ description: 'Tea' }, null);
    await made.outbox.forget(USER);
    expect(await kindsOf(made)).toEqual(['courier.visit', 'courier.proof']);
    expect(sealer.forgotten.size).toBe(0);
    const [, photo] = await rowsOf(made);
    expect(new Uint8Array((await made.store.readBytes(photo as OutboxRow)) ?? new ArrayBuffer())).toEqual(
      new Uint8Array([1, 2, 3]),
    );
  });

  it('cannot be discarded by anyone before it was sent, and by its owner once it was rejected', async () => {
    const made = offlineDevice();
    await made.outbox.record(USER, load);
    await made.outbox.discard(await rowsOf(made));
    expect(await kindsOf(made)).toEqual(['courier.load']);
    const [row] = await rowsOf(made);
    if (row) await made.store.change({ ...row, state: 'review', problem: problem('NOT_FOUND') });
    made.device.user = 'someone else';
    await made.outbox.discard(await rowsOf(made));
    expect(await kindsOf(made)).toEqual(['courier.load']);
    made.device.user = USER;
    await made.outbox.discard(await rowsOf(made));
    expect(await kindsOf(made)).toEqual([]);
  });

  it('is discarded with its photo, which the server would never accept, and no other', async () => {
    const made = offlineDevice();
    await made.outbox.record(USER, visit('first'), photoOf('first'));
    await made.outbox.record(USER, visit('second'), photoOf('second'));
    const [rejected] = await rowsOf(made);
    if (!rejected) throw new Error('There is no visit');
    await made.store.change({ ...rejected, state: 'review', problem: problem('NOT_FOUND') });
    await made.outbox.discard((await rowsOf(made)).slice(0, 1));
    expect((await rowsOf(made)).map(({ procedure, input }) => [procedure, input])).toMatchObject([
      ['courier.visit', { stopId: 'second' }],
      ['courier.proof', { stopId: 'second' }],
    ]);
    expect(made.store.bytes.size).toBe(1);
  });
});

it('a report that the server already has, prepared in another way, is done; a picture is not', () => {
  const reports = ['load', 'start', 'visit', 'collect', 'return', 'handIn', 'close'] as const;
  for (const report of reports) {
    const { onRejection } = KINDS[`courier.${report}`];
    expect([onRejection?.('CONFLICT'), onRejection?.('NOT_FOUND')]).toEqual(['done', undefined]);
  }
  expect(KINDS['courier.proof'].onRejection?.('CONFLICT')).toBe('held');
});

it('a visit that the server rejects says why and holds up no other stop; discarded, its photo goes along', async () => {
  const made = offlineDevice();
  const rejected = await made.outbox.record(USER, visit('first'), photoOf('first'));
  const other = await made.outbox.record(USER, visit('second'), photoOf('second'));
  vi.spyOn(made.remote, 'do').mockImplementation((row) => {
    const visitId = row.procedure === 'courier.proof' ? row.input.visitId : row.opId;
    if (visitId === rejected) throw row.procedure === 'courier.proof' ? 'INTERNAL_SERVER_ERROR' : 'NOT_FOUND';
  });
  await sendAll(made);
  const [row, photo, ...more] = await rowsOf(made);
  expect(more).toEqual([]);
  expect(row).toMatchObject({ opId: rejected, state: 'review', problem: { code: 'NOT_FOUND', message: 'No.' } });
  expect(photo).toMatchObject({ procedure: 'courier.proof', state: 'waiting', input: { visitId: rejected } });
  expect(made.asked.map(({ opId }) => opId)).toContain(other);
  // Alone it cannot be discarded.
  if (photo) await made.outbox.discard([photo]);
  expect(await kindsOf(made)).toEqual(['courier.visit', 'courier.proof']);
  if (row) await made.outbox.discard([row]);
  expect(await kindsOf(made)).toEqual([]);
  expect(made.store.bytes.size).toBe(0);
});

it.each([1, 2, 3, 4])(
  'a session that ends before call %i of four loses nothing, and the next one sends each once',
  async (place) => {
    const sealer = createFakeSealer();
    const made = offlineDevice(sealer);
    for (const stop of ['first', 'second']) await made.outbox.record(USER, visit(stop), photoOf(stop));
    const send = vi.spyOn(made.remote, 'do');
    for (let call = 1; call < place; call += 1) made.outcomes.push({ status: 'done' });
    // However often it is tried.
    made.outcomes.push(...Array(10).fill(sendResultOf(problem('UNAUTHORIZED'))));
    await sendAll(made);
    expect(made.events.onSessionEnd).toHaveBeenCalled();
    // Whoever is logged out leaves nothing else.
    made.close();
    await made.outbox.forget(USER);
    const left = await kindsOf(made);
    expect(left).toHaveLength(5 - place);
    expect(left).toContain('courier.proof');

    made.asked.length = made.outcomes.length = 0;
    const close = made.outbox.open(USER, made.events);
    await vi.waitFor(() => expect(made.store.rows.size).toBe(0), { timeout: 4_000 });
    expect(send).toHaveBeenCalledTimes(5 - place);
    expect(made.asked.map(({ procedure }) => procedure)).toEqual(
      ['courier.visit', 'courier.visit', 'courier.proof', 'courier.proof'].slice(place - 1),
    );
    expect(made.store.bytes.size).toBe(0);
    expect(sealer.forgotten.size).toBe(0);
    close();
  },
);

describe('a photo', () => {
  it('is not the act that the next visit at its stop came after', async () => {
    const made = offlineDevice();
    const visitId = await made.outbox.record(USER, visit(), photoOf());
    await sendAll(made);
    await made.outbox.record(USER, visit());
    await made.outbox.sendNow();
    expect(made.asked.map(({ procedure, after }) => [procedure, after])).toEqual([
      ['courier.visit', null],
      ['courier.proof', visitId],
      ['courier.visit', visitId],
    ]);
  });

  it('waits for its own visit, and not for that of another stop', async () => {
    const made = offlineDevice();
    await made.outbox.record(USER, visit('first'), photoOf('first'));
    await made.outbox.record(USER, visit('second'), photoOf('second'));
    made.outcomes.push({ status: 'held', problem: problem('INTERNAL_SERVER_ERROR') });
    expect(await sendAll(made)).toEqual(['courier.visit', 'courier.visit', 'courier.proof']);
    expect(await kindsOf(made)).toEqual(['courier.visit', 'courier.proof']);
    expect(made.store.bytes.size).toBe(1);
  });

  const photoRow = async (made: ReturnType<typeof offlineDevice>) => {
    await made.outbox.record(USER, visit(), photoOf());
    const [, photo] = await rowsOf(made);
    if (!photo) throw new Error('There is no photo');
    return photo;
  };

  it('is held if this device cannot unseal it', async () => {
    const sealer = createFakeSealer();
    const made = offlineDevice(sealer);
    const photo = await photoRow(made);
    sealer.forgotten.add(`outbox-${USER}`);
    expect(await sendRow(photo, () => made.store.readBytes(photo))).toMatchObject({ status: 'held' });
  });

  it.each([
    ['is sent again if it was damaged on the way', 'CONFLICT', 'held'],
    ['is sent again before its visit has arrived', 'NOT_FOUND', 'held'],
    ['is sent again if something on the way found it too large', 'PAYLOAD_TOO_LARGE', 'held'],
    ['is sent again if something on the way changed its type', 'UNSUPPORTED_MEDIA_TYPE', 'held'],
    ['is deleted only if the server has it whole, and it is no picture', 'BAD_REQUEST', 'done'],
  ])('%s', async (_, code, status) => {
    const made = offlineDevice();
    const photo = await photoRow(made);
    vi.mocked(sendProof).mockRejectedValueOnce(new CallError('rejected', { code }));
    expect(await sendRow(photo, () => made.store.readBytes(photo))).toMatchObject({ status });
  });
});

describe('a visit that can still be undone', () => {
  it('may be a collection, after which its parcels are handed in', async () => {
    const made = offlineDevice();
    const id = await made.outbox.record(USER, collect('stop', soon()), photoOf());
    await made.outbox.record(USER, handIn);
    await made.outbox.forget(USER);
    expect(await sendAll(made)).toEqual([]);
    expect(await kindsOf(made)).toEqual(['courier.collect', 'courier.proof', 'courier.handIn']);
    expect(await made.outbox.undo(id)).toBe(true);
    expect(made.store.bytes.size).toBe(0);
    await made.outbox.record(USER, collect());
    expect(await sendAll(made)).toEqual(['courier.handIn', 'courier.collect']);
  });

  it('is not sent, and neither are its photos or the close of its run', async () => {
    const made = offlineDevice();
    await made.outbox.record(USER, load);
    await made.outbox.record(USER, visit('stop', soon()), photoOf());
    await made.outbox.record(USER, close);
    expect(await sendAll(made)).toEqual(['courier.load']);
    expect(nextToSend(await rowsOf(made), new Set(), Date.now() + UNDO_MS)?.procedure).toBe('courier.visit');
  });

  it('is gone with its photos after an undo', async () => {
    const made = offlineDevice();
    const visitId = await made.outbox.record(USER, visit('stop', soon()), photoOf());
    expect(await made.outbox.undo(visitId)).toBe(true);
    expect(await kindsOf(made)).toEqual([]);
    expect(made.store.bytes.size).toBe(0);
  });

  it('stays if it is on its way to the server', async () => {
    const made = offlineDevice();
    const visitId = await made.outbox.record(USER, visit(), photoOf());
    made.outcomes.push('lost', 'lost');
    await sendAll(made);
    expect(await made.outbox.undo(visitId)).toBe(false);
    expect(await kindsOf(made)).toEqual(['courier.visit', 'courier.proof']);
    expect(made.store.bytes.size).toBe(1);
  });

  it('is sent at once if the clock was set back', async () => {
    const made = offlineDevice();
    await made.outbox.record(USER, visit('stop', new Date(Date.now() + 60 * UNDO_MS).toISOString()));
    expect(await sendAll(made)).toEqual(['courier.visit']);
  });
});
