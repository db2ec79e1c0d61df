import { onTestFinished, vi } from 'vitest';
import { createOutbox, type TabMessage } from '../../src/outbox/outbox.ts';
import { type SendResult, sendResultOf } from '../../src/outbox/outbox-drain.ts';
import type { OutboxRow, StoredRow } from '../../src/outbox/outbox-row.ts';
import type { OutboxView } from '../../src/outbox/outbox-view.ts';
import { createFakeSealer, createFakeServer, createFakeStore, problem, USER } from './fake-outbox.ts';

/** A device with one store and one lock, and any number of tabs that talk to one server. */
export function createFakeDevice(sealer = createFakeSealer(false)) {
  const store = createFakeStore(sealer);
  const remote = createFakeServer();
  const listeners = new Set<(message: TabMessage) => void>();
  const queued: string[] = [];
  const asked: OutboxRow[] = [];
  const outcomes: (SendResult | 'lost')[] = [];
  let last: Promise<void> = Promise.resolve();
  let sending = 0;
  const device = { user: USER as string | null, isOnline: true, isFrozen: false, isMute: false, mostAtOnce: 0 };

  async function send(row: OutboxRow, readBytes: () => Promise<unknown>): Promise<SendResult> {
    sending += 1;
    device.mostAtOnce = Math.max(device.mostAtOnce, sending);
    asked.push(row);
    await Promise.resolve();
    sending -= 1;
    const isReadable = await (row.procedure === 'courier.proof' ? readBytes() : Promise.resolve()).then(
      () => true,
      () => false,
    );
    if (!isReadable) return sendResultOf(problem(null));
    const outcome = outcomes.shift();
    if (outcome && outcome !== 'lost') return outcome;
    try {
      remote.do(row);
    } catch (code) {
      return sendResultOf(problem(String(code)));
    }
    return outcome === 'lost'
      ? sendResultOf(problem(null))
      : { status: 'done', response: { id: `made by ${row.opId}` } };
  }

  function openTab(userId = USER) {
    const views: OutboxView[] = [];
    const events = { onServerChange: vi.fn(), onSessionEnd: vi.fn() };
    const sendUnstored = vi.fn(async (row: StoredRow): Promise<unknown> => ({ id: row.opId }));
    const requestSync = vi.fn();
    const outbox = createOutbox({
      store: {
        ...store,
        async append(...given) {
          await store.append(...given);
          queued.push(given[0].opId);
        },
      },
      send,
      sendUnstored,
      clock: { now: () => ({ clock: Date.UTC(2026, 10, 20), notBefore: null }), offset: () => 0 },
      lock(work) {
        if (device.isFrozen) return Promise.reject(new DOMException('The page is going away', 'AbortError'));
        last = last.then(work, work);
        return last;
      },
      connect(onMessage) {
        listeners.add(onMessage);
        return {
          postMessage(message) {
            if (device.isMute) throw new DOMException('The channel is closed', 'InvalidStateError');
            for (const listener of listeners) if (listener !== onMessage) listener(message);
          },
          close: () => void listeners.delete(onMessage),
        };
      },
      show: (view) => void views.push(view),
      readUser: () => device.user,
      isOnline: () => device.isOnline,
      requestSync,
    });
    const close = outbox.open(userId, events);
    onTestFinished(close);
    return { outbox, close, events, views, sendUnstored, requestSync };
  }

  return { store, remote, queued, asked, outcomes, openTab, device };
}

/** A device with one tab. */
export function openDevice(sealer?: ReturnType<typeof createFakeSealer>) {
  const made = createFakeDevice(sealer);
  return { ...made, ...made.openTab() };
}
