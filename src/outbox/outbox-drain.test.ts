import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  createFakeServer,
  createFakeStore,
  location,
  problem,
  scan,
  status,
  USER,
} from '../../tests/support/fake-outbox.ts';
import { drain, type SendResult, sendResultOf } from './outbox-drain.ts';
import { isReadable, isStatus, type OutboxRow } from './outbox-row.ts';
import type { OutboxStore } from './outbox-store.ts';

describe('draining', () => {
  const setUp = () => {
    const store = createFakeStore();
    const asked: OutboxRow[] = [];
    const outcomes: SendResult[] = [];
    const options = {
      store,
      userId: USER,
      isSignedIn: () => true,
      clockOffset: () => null,
      send: async (row: OutboxRow): Promise<SendResult> => {
        asked.push(row);
        return outcomes.shift() ?? { status: 'done' };
      },
    };
    return { store, asked, outcomes, options, run: () => drain(options) };
  };

  it("sends only this person's waiting rows, in order", async () => {
    const { store, asked, run } = setUp();
    const [one, two] = [location(), status('held')];
    for (const row of [one, location('one', { userId: 'another' }), location('one', { state: 'draft' }), two]) {
      await store.append(row);
    }
    expect(await run()).toEqual({ done: 2, rest: 'empty', problem: null });
    expect(asked.map(({ opId }) => opId)).toEqual([one.opId, two.opId]);
    expect(store.rows.size).toBe(2);
  });

  it('skips unreadable rows', async () => {
    const { store, asked, run } = setUp();
    store.rows.set(1, { opId: 'half' });
    store.rows.set(2, null);
    await store.append(location());
    expect((await run()).done).toBe(1);
    expect(asked).toHaveLength(1);
    expect([...store.rows.keys()]).toEqual([1, 2]);
  });

  it('stops when nothing can be sent, and later resends the row under its key', async () => {
    const { store, asked, outcomes, run } = setUp();
    for (const row of [location(), location()]) await store.append(row);
    outcomes.push({ status: 'done' }, { status: 'closed', problem: problem('TOO_MANY_REQUESTS') });
    expect(await run()).toMatchObject({ done: 1, rest: 'later', problem: { code: 'TOO_MANY_REQUESTS' } });
    expect((await run()).done).toBe(1);
    expect(asked[2]).toEqual(asked[1]);
  });

  it('continues with other shipments after a server error', async () => {
    const { store, asked, outcomes, run } = setUp();
    const [faulty, behind, other] = [location('one'), status('held', 'one'), location('two')];
    for (const row of [faulty, behind, other]) await store.append(row);
    outcomes.push({ status: 'held', problem: problem('INTERNAL_SERVER_ERROR') });
    expect(await run()).toEqual({ done: 1, rest: 'later', problem: null });
    expect(asked.map(({ opId }) => opId)).toEqual([faulty.opId, other.opId]);
    const [left] = (await store.list()).filter(isReadable);
    expect(left).toMatchObject({ state: 'waiting', inFlight: true, problem: { code: 'INTERNAL_SERVER_ERROR' } });
  });

  it('marks a rejected row for review, with the reason, and continues', async () => {
    const { store, outcomes, run } = setUp();
    for (const row of [status('held'), location()]) await store.append(row);
    outcomes.push({ status: 'refused', problem: problem('CONFLICT') });
    expect((await run()).done).toBe(1);
    const [left] = (await store.list()).filter(isReadable);
    expect(left).toMatchObject({ state: 'review', inFlight: false, problem: { code: 'CONFLICT' } });
  });

  describe('of scans', () => {
    const setUpScans = async (answer: (rows: readonly OutboxRow[]) => SendResult[] | null) => {
      const calls: (string | null)[][] = [];
      const { store, asked, options } = setUp();
      const rows = [...['a', 'b', 'a', 'c'].map(scan), location()];
      for (const row of rows) await store.append(row);
      const sendTogether = async (sent: readonly OutboxRow[]) => {
        calls.push(sent.map(({ opId }) => opId));
        return answer(sent);
      };
      const idsAt = (...places: number[]) => places.map((place) => rows[place]?.opId ?? null);
      return { store, asked, calls, idsAt, run: () => drain({ ...options, sendTogether }) };
    };

    it('sends several in one call, one of each parcel, and keeps what was answered', async () => {
      const rejected = { status: 'refused', problem: problem('NOT_FOUND') } as const;
      const { store, asked, calls, idsAt, run } = await setUpScans((sent) =>
        sent.map(({ opId }, place) =>
          place === 1
            ? rejected
            : { status: 'done', response: { scanId: opId, outcome: 'done', receiver: 'Olav Nord' } },
        ),
      );
      expect((await run()).done).toBe(4);
      expect(calls).toEqual([idsAt(0, 1, 3)]);
      expect(asked.map(({ opId }) => opId)).toEqual(idsAt(2, 4));
      expect((await store.list()).filter(isReadable)).toMatchObject([{ opId: idsAt(1)[0], state: 'review' }]);
      const [first] = await store.listSent(USER);
      expect(first).toMatchObject({ answer: { receiver: 'Olav Nord' } });
      expect(asked[0]).toMatchObject({ after: idsAt(0)[0] });
    });

    it('sends them one by one if their call fails as a whole', async () => {
      const { asked, calls, idsAt, run } = await setUpScans(() => null);
      expect((await run()).done).toBe(5);
      expect(calls).toHaveLength(1);
      expect(asked.map(({ opId }) => opId)).toEqual(idsAt(0, 1, 2, 3, 4));
    });
  });

  it("bases a status change on this device's previous one", async () => {
    const { store, asked, run } = setUp();
    for (const word of ['shipped', 'held', 'delivered']) await store.append(status(word));
    await run();
    expect(asked.map((row) => (isStatus(row) ? row.baseStatusVersion : null))).toEqual([1, 2, 3]);
  });

  it("sends the key of the shipment's previous row, even from an earlier drain", async () => {
    const { store, asked, outcomes, run } = setUp();
    const rows = [location('one'), location('two'), status('held', 'one')];
    for (const row of rows) await store.append(row);
    await run();
    await store.append(location('one'));
    outcomes.push({ status: 'closed', problem: problem(null) }, { status: 'done' });
    await run();
    await run();
    const [first, , third] = rows.map(({ opId }) => opId);
    expect(asked.map(({ after }) => after)).toEqual([null, null, first, third, third]);
  });

  it("sends a status kept over someone else's change, then the next one", async () => {
    const remote = createFakeServer();
    const { store, options } = setUp();
    const send = async (row: OutboxRow): Promise<SendResult> => {
      try {
        remote.do(row);
        return { status: 'done' };
      } catch (code) {
        return sendResultOf(problem(String(code)));
      }
    };
    for (const word of ['held', 'delivery']) await store.append(status(word));
    Object.assign(remote.shipment('one'), { status: 'failed', version: 2 });
    await drain({ ...options, send });
    const [kept] = (await store.list()).filter(isReadable).filter(isStatus);
    if (!kept) throw new Error('Nothing is in conflict');
    expect(kept.state).toBe('review');
    const { baseStatusVersion: keptFrom } = kept;
    await store.change({ ...kept, state: 'waiting', problem: null, baseStatusVersion: 2, keptFrom });
    expect((await drain({ ...options, send })).done).toBe(2);
    expect(remote.shipment('one').status).toBe('delivery');
  });

  it.each([
    ["corrects a row's time once if it was stored before the server's was known", null, '2026-11-19T06:40:00.000Z'],
    ["leaves a row's time as it is if it was stored by the server's clock", 1_000, '2026-11-20T06:40:00.000Z'],
  ])('%s', async (_, clockOffset, sentAs) => {
    const { store, asked, outcomes, options } = setUp();
    await store.append(location('one', { clockOffset }));
    outcomes.push({ status: 'closed', problem: problem(null) });
    await drain({ ...options, clockOffset: () => -24 * 60 * 60 * 1000 });
    await drain({ ...options, clockOffset: () => 0 });
    expect(asked.map(({ occurredAt }) => occurredAt)).toEqual([sentAs, sentAs]);
  });

  it('does not send rows discarded during the drain', async () => {
    const { store, asked, options } = setUp();
    for (const row of [location(), location()]) await store.append(row);
    await drain({ ...options, onChange: () => store.rows.clear() });
    expect(asked).toHaveLength(1);
    // Nor one that goes at the last moment.
    await store.append(location());
    const recordAttempt: typeof store.recordAttempt = (row) => {
      store.rows.clear();
      return store.recordAttempt(row);
    };
    await drain({ ...options, store: { ...store, recordAttempt } });
    expect(asked).toHaveLength(1);
  });

  it('reports every row, and a server change unless the row hit a server error', async () => {
    const { store, outcomes, options } = setUp();
    for (const row of [location(), location(), location()]) await store.append(row);
    outcomes.push({ status: 'done' }, { status: 'refused', problem: problem('CONFLICT') });
    outcomes.push({ status: 'held', problem: problem('INTERNAL_SERVER_ERROR') });
    const told: boolean[] = [];
    await drain({ ...options, onChange: (isOfServer) => told.push(isOfServer) });
    expect(told).toEqual([true, true, false]);
  });
});

describe('an error code', () => {
  it.each([
    [null, 'closed'],
    ['SERVICE_UNAVAILABLE', 'closed'],
    ['TIMEOUT', 'closed'],
    ['TOO_MANY_REQUESTS', 'closed'],
    ['UNAUTHORIZED', 'closed'],
    ['INTERNAL_SERVER_ERROR', 'held'],
    ['BAD_REQUEST', 'refused'],
    ['CONFLICT', 'refused'],
    ['NOT_FOUND', 'refused'],
    ['FORBIDDEN', 'refused'],
  ])('%s maps to %s', (code, status) => {
    expect(sendResultOf(problem(code)).status).toBe(status);
  });
});

describe('with random failures of the device, the network and the server', () => {
  /** What happens to one row. `killed`: the tab ends there and another one continues later. */
  const fate = fc.constantFrom(
    ...['done', 'done', 'lost before', 'lost after', 'fault', 'busy', 'killed before', 'killed after'],
  );
  const action = fc.record({
    shipment: fc.constantFrom('one', 'two'),
    status: fc.option(fc.constantFrom('shipped', 'held', 'delivery'), { nil: null }),
  });
  const event = fc.oneof(
    { weight: 3, arbitrary: fc.record({ is: fc.constant('act' as const), action }) },
    { weight: 2, arbitrary: fc.record({ is: fc.constant('drain' as const), fates: fc.array(fate, { maxLength: 6 }) }) },
  );

  it('every action takes effect once, in order, and no device conflicts with itself', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(event, { maxLength: 40 }), async (events) => {
        const store = createFakeStore();
        const remote = createFakeServer();
        const expected = new Map<string, string[]>();
        const statuses = new Map<string, string>();

        const options = { userId: USER, isSignedIn: () => true, clockOffset: () => 0 };
        const drainWith = async (fates: string[]) => {
          let isKilled = false;
          const die = () => {
            isKilled = true;
            throw new Error('killed');
          };
          const mortal: OutboxStore = {
            ...store,
            markApplied: async (row) => (isKilled ? die() : store.markApplied(row)),
          };
          const send = async (row: OutboxRow): Promise<SendResult> => {
            const what = fates.shift() ?? 'done';
            if (what === 'killed before') return die();
            if (what === 'lost before') return sendResultOf(problem(null));
            if (what === 'busy') return sendResultOf(problem('TOO_MANY_REQUESTS'));
            if (what === 'fault') return sendResultOf(problem('INTERNAL_SERVER_ERROR'));
            try {
              remote.do(row);
            } catch (code) {
              return sendResultOf(problem(String(code)));
            }
            if (what === 'lost after') return sendResultOf(problem(null));
            if (what === 'killed after') return die();
            return { status: 'done' };
          };
          await drain({ ...options, store: mortal, send }).catch(() => undefined);
        };

        for (const happened of events) {
          if (happened.is === 'drain') {
            await drainWith([...happened.fates]);
            continue;
          }
          const { shipment, status: word } = happened.action;
          // The page does not let a person set the same status again.
          if (word !== null && (statuses.get(shipment) ?? 'in-progress') === word) continue;
          const row = word === null ? location(shipment) : status(word, shipment);
          if (word !== null) statuses.set(shipment, word);
          await store.append(row);
          expected.set(shipment, [...(expected.get(shipment) ?? []), row.opId]);
        }
        await drainWith([]);

        expect(store.rows.size).toBe(0);
        for (const [shipment, opIds] of expected) expect(remote.shipment(shipment).effects).toEqual(opIds);
      }),
      { numRuns: 300 },
    );
  });
});
