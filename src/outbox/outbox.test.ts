import fc from 'fast-check';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createFakeDevice, openDevice } from '../../tests/support/fake-device.ts';
import { createFakeSealer, location, problem, status, USER } from '../../tests/support/fake-outbox.ts';
import type { Outbox } from './outbox.ts';
import type { Action } from './outbox-actions.ts';
import { sendResultOf } from './outbox-drain.ts';
import { isDraft, isReadable, isStatus, type StoredRow } from './outbox-row.ts';
import type { OutboxStore } from './outbox-store.ts';
import { EMPTY_VIEW } from './outbox-view.ts';

const ONE = '0d3a7a5e-3c0b-4d7a-9d41-3a4f6f1f0b01';
const TWO = '0d3a7a5e-3c0b-4d7a-9d41-3a4f6f1f0b02';

/** What a form submits. */
function actionOf({ procedure, input, ...row }: StoredRow): Action {
  const version = 'baseStatusVersion' in row && { baseStatusVersion: row.baseStatusVersion };
  return { procedure, input, trackingId: 'W48207K159XQ', ...version } as Action;
}

/** What was submitted neither succeeds nor fails. */
async function expectSilence(submitted: Promise<unknown>): Promise<void> {
  const settled = vi.fn();
  submitted.then(settled, settled);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(settled).not.toHaveBeenCalled();
}

async function saveDraft(outbox: Outbox, store: OutboxStore) {
  await outbox.saveDraft({ id: ONE }, null);
  const [draft] = (await store.list()).filter(isReadable).filter(isDraft);
  if (!draft) throw new Error('There is no draft');
  return draft;
}

describe('two tabs of one device', () => {
  const event = fc.record({
    tab: fc.constantFrom(0, 1),
    shipment: fc.constantFrom(ONE, TWO),
    status: fc.option(fc.constantFrom('shipped', 'held', 'delivery'), { nil: null }),
    fate: fc.constantFrom('done' as const, 'done' as const, 'lost' as const, 'TIMEOUT', 'INTERNAL_SERVER_ERROR'),
  });

  it('send every action once, in order, one at a time', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(event, { maxLength: 20 }), fc.boolean(), async (events, isSealed) => {
        const { store, remote, queued, asked, outcomes, device, openTab } = createFakeDevice(
          createFakeSealer(isSealed),
        );
        const tabs = [openTab(), openTab()];
        const statuses = new Map<string, string>();
        const shipments = new Map<string, string>();
        const submitted: Promise<unknown>[] = [];
        for (const { tab, shipment, status: word, fate } of events) {
          // The page does not let a person set the same status again.
          if (word !== null && (statuses.get(shipment) ?? 'in-progress') === word) continue;
          if (word !== null) statuses.set(shipment, word);
          if (fate === 'lost') outcomes.push('lost');
          else if (fate !== 'done') outcomes.push(sendResultOf(problem(fate)));
          const action = actionOf(word === null ? location(shipment) : status(word, shipment));
          const count = queued.length;
          submitted.push(tabs[tab]?.outbox.submit(action) ?? Promise.resolve());
          await vi.waitFor(() => expect(queued.length).toBeGreaterThan(count), { interval: 1 });
          shipments.set(queued.at(-1) ?? '', shipment);
        }
        await Promise.all(submitted);
        outcomes.length = 0;
        await Promise.all(tabs.map(({ outbox }) => outbox.sendNow()));
        for (const { close } of tabs) close();

        expect(store.rows.size).toBe(0);
        expect(device.mostAtOnce).toBeLessThanOrEqual(1);
        for (const shipment of [ONE, TWO]) {
          const inOrder = queued.filter((opId) => shipments.get(opId) === shipment);
          expect(remote.shipment(shipment).effects).toEqual(inOrder);
          const firstSent = asked.map(({ opId }) => opId).filter((opId) => inOrder.includes(opId));
          expect([...new Set(firstSent)]).toEqual(inOrder);
        }
      }),
      { numRuns: 100 },
    );
  });

  it('show the same rows, and both refetch when the server has changed', async () => {
    const { device, openTab } = createFakeDevice();
    device.isOnline = false;
    const [one, two] = [openTab(), openTab()];
    expect(await one.outbox.submit(actionOf(location(ONE)))).toEqual({ status: 'waiting' });
    expect(one.requestSync).toHaveBeenCalled();
    await vi.waitFor(() => expect(two.views.at(-1)?.own).toHaveLength(1));
    device.isOnline = true;
    await two.outbox.sendNow();
    await vi.waitFor(() => expect(one.views.at(-1)?.own).toHaveLength(0));
    for (const { events } of [one, two]) expect(events.onServerChange).toHaveBeenCalledOnce();
    one.close();
    expect(one.views.at(-1)).toBe(EMPTY_VIEW);
  });

  it('show what one of them has sent before either asks for it', async () => {
    const { openTab } = createFakeDevice();
    const tabs = [openTab(), openTab()];
    const seen = tabs.map(({ events, views }) => {
      const counts: (number | undefined)[] = [];
      events.onServerChange.mockImplementation(() => counts.push(views.at(-1)?.sent.length));
      return counts;
    });
    await tabs[0]?.outbox.submit(actionOf(location(ONE)));
    await vi.waitFor(() => expect(seen).toEqual([[1], [1]]));
  });

  it('are sent by a tab that was frozen while it waited for its turn, once it is shown again', async () => {
    const { device, store, openTab, remote } = createFakeDevice();
    device.isFrozen = true;
    const { outbox } = openTab();
    await outbox.submit(actionOf(location(ONE)));
    expect(store.rows.size).toBe(1);
    device.isFrozen = false;
    outbox.catchUp();
    await vi.waitFor(() => expect(remote.shipment(ONE).effects).toHaveLength(1));
    expect(store.rows.size).toBe(0);
  });

  it('are sent some seconds after the browser did not let them be sent in turn', async () => {
    vi.useFakeTimers();
    try {
      const { device, openTab, remote } = createFakeDevice();
      device.isFrozen = true;
      const { outbox } = openTab();
      await outbox.submit(actionOf(location(ONE)));
      device.isFrozen = false;
      await vi.advanceTimersByTimeAsync(5_000);
      expect(remote.shipment(ONE).effects).toHaveLength(1);
    } finally {
      vi.useRealTimers();
    }
  });

  it('are stored and sent even if no message reaches the other tabs', async () => {
    const { device, store, openTab, remote } = createFakeDevice();
    device.isMute = true;
    const { outbox } = openTab();
    await expect(outbox.submit(actionOf(location(ONE)))).resolves.toMatchObject({ status: 'sent' });
    expect(remote.shipment(ONE).effects).toHaveLength(1);
    expect(store.rows.size).toBe(0);
  });

  it('send what a tab of an older version adds, while they send', async () => {
    const { store, asked, openTab, remote } = createFakeDevice();
    const { inFlight, ...older } = location(ONE);
    const change = store.change;
    store.change = (row) => {
      if (asked.length === 0) store.rows.set(2, { ...older, isOpen: false });
      return change(row);
    };
    const { outbox } = openTab();
    await outbox.submit(actionOf(location(ONE)));
    expect(asked).toHaveLength(2);
    expect(remote.shipment(ONE).effects[1]).toBe(older.opId);
  });
});

describe('rows of an older version', () => {
  it('are sent in order, sealed or not', async () => {
    const sealer = createFakeSealer();
    const { store, remote, openTab } = createFakeDevice(sealer);
    const rows = [location(ONE), status('held', ONE), location(ONE)].map(({ inFlight, ...row }) => ({
      ...row,
      isOpen: false,
    }));
    for (const [index, row] of rows.entries()) {
      const { input, problem: none, trackingId, ...open } = { trackingId: 'W48207K159XQ', ...row };
      const sealed = await sealer.seal(`outbox-${USER}`, { input, problem: none, trackingId });
      store.rows.set(index + 1, index === 1 ? row : { ...open, sealed });
    }
    const { outbox } = openTab();
    await outbox.sendNow();
    expect(remote.shipment(ONE).effects).toEqual(rows.map(({ opId }) => opId));
    expect(store.rows.size).toBe(0);
  });
});

describe('a row of an unknown kind', () => {
  const setUp = async () => {
    const sealer = createFakeSealer();
    const made = createFakeDevice(sealer);
    const { opId } = location(ONE);
    const sealed = await sealer.seal(`outbox-${USER}`, { input: { stop: 'door' } });
    const visit = { opId, userId: USER, procedure: 'courier.position', state: 'waiting', sealed };
    made.store.rows.set(1, visit);
    return { ...made, sealer, visit, isAsBefore: () => expect(made.store.rows.get(1)).toEqual(visit) };
  };

  it('is kept and shown, and what is behind it is sent', async () => {
    const { openTab, isAsBefore, asked } = await setUp();
    const { outbox, views } = openTab();
    expect(await outbox.submit(actionOf(location(ONE)))).toMatchObject({ status: 'sent' });
    expect(asked).toHaveLength(1);
    expect(views.at(-1)).toMatchObject({ own: [], unreadable: [{ needsUpdate: true }] });
    isAsBefore();
  });

  it('cannot be discarded, by its owner or by another person', async () => {
    const { openTab, isAsBefore, store, device } = await setUp();
    for (const user of [USER, 'next']) {
      device.user = user;
      await openTab(user).outbox.discard(await store.list());
      isAsBefore();
    }
  });

  it('survives a log-out with its keys, while everything else goes', async () => {
    const { openTab, isAsBefore, store, sealer } = await setUp();
    await store.append(location(ONE));
    const { outbox } = openTab();
    await outbox.forget(USER);
    isAsBefore();
    expect(store.rows.size).toBe(1);
    expect(sealer.forgotten.size).toBe(0);
    store.rows.clear();
    await outbox.forget(USER);
    expect(sealer.forgotten).toContain(`outbox-${USER}`);
  });
});

describe('an outbox', () => {
  it('returns the response to the form that waits for it', async () => {
    const { outbox, asked } = openDevice();
    const submitted = await outbox.submit({ procedure: 'shipmentAdmin.createShipment', input: { id: 'new' } });
    expect(submitted).toEqual({ status: 'sent', response: { id: `made by ${asked[0]?.opId}` } });
  });

  it('sends a new action at once after a try that succeeded while it was still waiting to try again', async () => {
    const { outbox, asked, outcomes, remote } = openDevice();
    outcomes.push('lost');
    let nextTry: Promise<void> | undefined;
    vi.spyOn(remote, 'do').mockImplementationOnce(() => {
      // Queued behind this try, whose response is lost.
      nextTry = outbox.sendNow();
    });
    await outbox.submit(actionOf(location(ONE)));
    await nextTry;
    expect(asked).toHaveLength(2);
    expect(await outbox.submit(actionOf(location(TWO)))).toMatchObject({ status: 'sent' });
    expect(remote.shipment(TWO).effects).toHaveLength(1);
  });

  it('rejects input that the server would reject, before it is stored', async () => {
    const { outbox, queued } = openDevice();
    const empty = { procedure: 'shipmentAdmin.updateShipmentActivity', trackingId: 'W48207K159XQ' } as const;
    await expect(outbox.submit({ ...empty, input: { id: ONE, address: '', comment: '' } })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    });
    expect(queued).toEqual([]);
  });

  it('sends at once or not at all if the device has no room', async () => {
    const { openTab, store, device } = createFakeDevice();
    store.append = () => Promise.reject(new DOMException('Full', 'QuotaExceededError'));
    const { outbox, sendUnstored, events } = openTab();
    expect(await outbox.submit(actionOf(location(ONE)))).toMatchObject({ status: 'sent' });
    expect(events.onServerChange).toHaveBeenCalledOnce();
    device.isOnline = false;
    await expect(outbox.submit(actionOf(location(ONE)))).rejects.toMatchObject({ reason: 'not-stored' });
    expect(sendUnstored).toHaveBeenCalledOnce();
  });

  it('keeps a rejected action for review if its form is gone, and nothing while it is there', async () => {
    const { outbox, store, outcomes } = openDevice();
    for (const isShown of [true, false]) {
      outcomes.push({ status: 'refused', problem: problem('NOT_FOUND') });
      const sent = outbox.submit(actionOf(location(ONE)), { isShown: () => isShown });
      await expect(sent).rejects.toMatchObject({ reason: 'rejected', code: 'NOT_FOUND' });
      expect((await store.list()).map(({ state }) => state)).toEqual(isShown ? [] : ['review']);
    }
  });

  it('waits for storage that is late only if there is no network', async () => {
    const { openTab, store, device } = createFakeDevice();
    const append = vi.spyOn(store, 'append');
    const { outbox } = openTab();
    await outbox.submit(actionOf(location(ONE)));
    device.isOnline = false;
    await outbox.submit(actionOf(location(ONE)));
    expect(append.mock.calls.map(([, , beginsWithin]) => beginsWithin)).toEqual([2_000, undefined]);
  });

  it('does not wait for late storage to say what went out without it', async () => {
    const { openTab, store } = createFakeDevice();
    store.append = () => Promise.reject(new DOMException('Late', 'TimeoutError'));
    store.list = () => new Promise(() => undefined);
    const { outbox, events } = openTab();
    expect(await outbox.submit(actionOf(location(ONE)))).toMatchObject({ status: 'sent' });
    expect(events.onServerChange).toHaveBeenCalledOnce();
  });

  it('calls a device full only if it is', async () => {
    const { openTab, store, device } = createFakeDevice();
    device.isOnline = false;
    const { outbox } = openTab();
    const messageAfter = async (name: string, message = 'No') => {
      store.append = () => Promise.reject(new DOMException(message, name));
      const error = await outbox.submit(actionOf(location(ONE))).catch((reason: Error) => reason);
      return (error as Error).message;
    };
    const full = /^This device is out of space\. Nothing was sent\./;
    expect(await messageAfter('QuotaExceededError')).toMatch(full);
    expect(await messageAfter('UnknownError', 'IO error: 000003.log: FILE_ERROR_NO_SPACE')).toMatch(full);
    expect(await messageAfter('DataError', 'Failed to write blobs (IOError)')).toMatch(full);
    expect(await messageAfter('UnknownError')).toMatch(/^This device couldn’t save it\. Nothing was sent\./);
  });

  it('sends nothing for a person who is no longer signed in', async () => {
    const { openTab, store, asked, device } = createFakeDevice();
    await store.append(location(ONE));
    device.user = 'next';
    const { outbox } = openTab();
    await outbox.sendNow();
    expect(asked).toEqual([]);
  });

  it('stops sending when the person signs out, even if someone else signs in right away', async () => {
    const { openTab, store, asked, device, remote } = createFakeDevice();
    const [first, second, ofNext] = [location(ONE), location(ONE), location(TWO, { userId: 'next' })];
    for (const row of [first, second, ofNext]) await store.append(row);
    const { outbox, events, close } = openTab();
    vi.spyOn(remote, 'do').mockImplementationOnce(() => {
      close();
      device.user = 'next';
      onTestFinished(outbox.open('next', events));
    });
    await outbox.sendNow();
    await vi.waitFor(() => expect(store.rows.size).toBe(1));
    expect(asked.map(({ opId }) => opId)).toEqual([first.opId, ofNext.opId]);
    expect(await store.list()).toMatchObject([{ opId: second.opId, state: 'waiting' }]);
  });

  it('sends no bytes if the person has left while they were read', async () => {
    const { openTab, store, device, remote } = createFakeDevice();
    const input = { visitId: 'visit', stopId: 'stop', sha256: 'abc', type: 'image/jpeg' };
    await store.append({ ...location(ONE), procedure: 'courier.proof', input } as StoredRow);
    vi.spyOn(store, 'readBytes').mockImplementation(async () => {
      device.user = 'next';
      return new ArrayBuffer(1);
    });
    const sent = vi.spyOn(remote, 'do');
    const { outbox } = openTab();
    await outbox.sendNow();
    expect(store.readBytes).toHaveBeenCalled();
    expect(sent).not.toHaveBeenCalled();
    expect(store.rows.size).toBe(1);
  });

  it('keeps waiting for what it stored if the storage cannot be read after that', async () => {
    const { openTab, store, remote } = createFakeDevice();
    const { list } = store;
    let isSilent = true;
    store.list = async () => {
      if (isSilent) throw new DOMException('No disk', 'UnknownError');
      return list();
    };
    const { outbox, requestSync } = openTab();
    const action = { procedure: 'shipmentAdmin.createShipment', input: { id: ONE } } as const;
    expect(await outbox.submit(action)).toEqual({ status: 'waiting' });
    expect(requestSync).toHaveBeenCalled();
    isSilent = false;
    await outbox.sendNow();
    expect(store.rows.size).toBe(0);
    expect(remote.shipment(ONE).effects).toHaveLength(1);
  });

  it('dates a status that is kept, and what was done to its shipment after it, now', async () => {
    const { openTab, store, asked } = createFakeDevice();
    const past = '2026-11-19T06:40:00.000Z';
    const now = '2026-11-20T00:00:00.000Z';
    const rows = [status('shipped', TWO), status('shipped', ONE), status('held', ONE), status('delivery', ONE)];
    for (const row of rows)
      await store.append({ ...row, occurredAt: past, notBefore: null, state: row === rows[1] ? 'review' : 'waiting' });
    const kept = (await store.list()).filter(isReadable).find(({ state }) => state === 'review');
    if (!kept || !isStatus(kept)) throw new Error('The outbox holds no status to review');
    const { outbox } = openTab();
    await outbox.keepMine(kept, 1);
    expect(asked.map(({ opId, occurredAt }) => [opId, occurredAt])).toEqual(
      rows.map(({ opId }, index) => [opId, index === 0 ? past : now]),
    );
  });

  it('sends a draft that another tab has sent under the same key', async () => {
    const { openTab, store, asked, remote } = createFakeDevice();
    const [one, two] = [openTab(), openTab()];
    const draft = await saveDraft(one.outbox, store);
    const sent = await one.outbox.sendDraft(draft, draft.input);
    expect(await two.outbox.sendDraft(draft, draft.input)).toEqual(sent);
    expect(asked.map(({ opId }) => opId)).toEqual([draft.opId, draft.opId]);
    expect(remote.shipment(ONE).effects).toEqual([draft.opId]);
    expect(store.rows.size).toBe(0);
  });

  it('says that a draft was not sent because this device could not open its outbox', async () => {
    const { openTab, store, asked } = createFakeDevice();
    store.change = () => Promise.reject(new DOMException('No disk', 'UnknownError'));
    const { outbox } = openTab();
    const draft = await saveDraft(outbox, store);
    await expect(outbox.sendDraft(draft, draft.input)).rejects.toMatchObject({
      reason: 'not-stored',
      message: expect.stringContaining('Nothing was sent'),
    });
    expect(asked).toEqual([]);
    expect(await store.list()).toMatchObject([{ opId: draft.opId, state: 'draft' }]);
  });

  it('stores nothing while nobody is signed in', async () => {
    const { outbox, store, device } = openDevice();
    device.user = null;
    await expect(outbox.submit(actionOf(location(ONE)))).rejects.toMatchObject({ reason: 'not-stored' });
    await expect(outbox.saveDraft({}, null)).rejects.toMatchObject({ reason: 'not-stored' });
    expect(store.rows.size).toBe(0);
  });

  it('sends what it cannot store only for who submitted it', async () => {
    const { openTab, store, device } = createFakeDevice();
    store.append = async () => {
      device.user = 'next';
      throw new DOMException('Full', 'QuotaExceededError');
    };
    const { outbox, sendUnstored } = openTab();
    await expectSilence(outbox.submit(actionOf(location(ONE))));
    expect(sendUnstored).not.toHaveBeenCalled();
  });

  it('doesn’t tell the next person what became of an action', async () => {
    const { outbox, device, remote } = openDevice();
    vi.spyOn(remote, 'do').mockImplementation(() => {
      device.user = null;
    });
    await expectSilence(outbox.submit(actionOf(location(ONE))));
    expect(remote.do).toHaveBeenCalledOnce();
  });

  it('reports a session that has ended, and sends at once for the next sign-in', async () => {
    const { openTab, store, outcomes, asked } = createFakeDevice();
    await store.append(location(ONE));
    outcomes.push({ status: 'closed', problem: problem('UNAUTHORIZED') });
    const { outbox, events, close } = openTab();
    await vi.waitFor(() => expect(events.onSessionEnd).toHaveBeenCalledOnce());
    close();
    onTestFinished(outbox.open(USER, events));
    await vi.waitFor(() => expect(asked).toHaveLength(2));
  });
});
