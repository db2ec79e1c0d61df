/** Clients never pause, and retry each change until it has a final result. */
import { setTimeout as sleep } from 'node:timers/promises';
import { paths } from '../../src/domain/paths.ts';
import { type Action, nextAction, type Workplace } from './actions.ts';

export interface Outcomes {
  /** 0 counts attempts without an answer. */
  statuses: Record<number, number>;
  wrong: string[];
}

export interface Clients {
  /** Each client’s are in order. */
  actions: Action[];
  meetings: Outcomes;
  /** It resolves when nothing is on its way. */
  pause(): Promise<void>;
  resume(): void;
  /** It resolves when every change has a definite answer. */
  finish(): Promise<void>;
  /** It uses the change’s key. */
  replay(action: Action): Promise<{ status: Action['status']; data: unknown }>;
}

interface ClientsOptions {
  /** One client each. */
  desks: Workplace[];
  pickServer: () => string;
  pauseMs?: number;
}

const DEFINITE_STATUSES: Record<number, Action['status']> = { 200: 'done', 400: 'refused', 409: 'refused' };
/** 0 is no response; 403 comes until the session is proved again (keepProofs). */
const TRANSIENT_STATUSES = new Set([0, 403, 408, 429, 503]);

export function startClients({ desks, pickServer, pauseMs = 0 }: ClientsOptions): Clients {
  const actions: Action[] = [];
  const meetings: Outcomes = { statuses: {}, wrong: [] };
  let finishing = false;
  let inFlight = 0;
  let gate: { opened: Promise<void>; open: () => void } | null = null;

  async function send(path: string, request: RequestInit): Promise<{ status: number; body: string }> {
    while (gate) await gate.opened;
    inFlight += 1;
    try {
      const response = await fetch(pickServer() + path, { ...request, signal: AbortSignal.timeout(30_000) });
      return { status: response.status, body: await response.text() };
    } catch {
      return { status: 0, body: '' };
    } finally {
      inFlight -= 1;
    }
  }

  function note(status: number, what: string, body: string, expected: boolean): void {
    meetings.statuses[status] = (meetings.statuses[status] ?? 0) + 1;
    if (!expected) meetings.wrong.push(`${status} ${what}: ${body.slice(0, 300)}`);
  }

  async function attempt(action: Action): Promise<{ status: Action['status']; data: unknown }> {
    const { status, body } = await send(`${paths.trpc}/${action.procedure}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${action.token}`,
        'content-type': 'application/json',
        'idempotency-key': action.key,
      },
      body: JSON.stringify(action.input),
    });
    const definite = DEFINITE_STATUSES[status];
    note(status, action.procedure, body, definite !== undefined || TRANSIENT_STATUSES.has(status));
    if (!definite) return { status: 'unknown', data: undefined };
    return { status: definite, data: (JSON.parse(body) as { result?: { data: unknown } }).result?.data };
  }

  async function untilDefinite(action: Action): Promise<{ status: Action['status']; data: unknown }> {
    for (;;) {
      const outcome = await attempt(action);
      if (outcome.status !== 'unknown') return outcome;
      await sleep(20 + Math.random() * 100);
    }
  }

  async function lookUp({ parcel }: Workplace): Promise<void> {
    const input = encodeURIComponent(JSON.stringify({ trackingId: parcel.trackingId }));
    const { status, body } = await send(`${paths.trpc}/shipment.getShipmentByTrackingId?input=${input}`, {});
    note(status, 'a look-up', body, status === 200 || TRANSIENT_STATUSES.has(status));
  }

  async function work(desk: Workplace): Promise<void> {
    while (!finishing) {
      const action = nextAction(desk);
      actions.push(action);
      Object.assign(action, await untilDefinite(action));
      if (action.kind === 'withdrawal' && action.status === 'done') {
        desk.pending.push({ id: (action.data as { id: string }).id, amount: 25 });
      }
      await lookUp(desk);
      if (pauseMs > 0) await sleep(pauseMs);
    }
  }

  const working = Promise.all(desks.map(work));
  return {
    actions,
    meetings,
    async pause() {
      let open = () => {};
      const opened = new Promise<void>((resolve) => {
        open = resolve;
      });
      gate = { opened, open };
      while (inFlight > 0) await sleep(5);
    },
    resume() {
      gate?.open();
      gate = null;
    },
    async finish() {
      finishing = true;
      await working;
    },
    replay: untilDefinite,
  };
}
