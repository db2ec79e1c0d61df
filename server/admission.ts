/**
 * How much one process does at the same time, and how much of that one network or one person may take. Who has to wait
 * does so in memory and holds no connection; what cannot begin soon is refused with a 503. Docs: decision 0021.
 */
import { availableParallelism } from 'node:os';
import type { TRPCError } from '@trpc/server';
import { tokenHash } from './auth/secrets.ts';
import { Refusal } from './errors.ts';
import { networkOf } from './limits.ts';

/** Calls at the same time: in all, of one network, of one person. */
interface Room {
  total: number;
  network: number;
  person: number;
}

interface Budget {
  running: Room;
  waiting: Room;
  /** How long a call waits while its line does not move, without the spread. */
  patienceMs: number;
  /** How long a call that used up a limit keeps its place: whoever tries again at once does not set the pace. */
  restMs: number;
}

const CORES = availableParallelism();
/** Waits end up to this part later, so that calls which came together are not all refused, and sent again, together. */
export const SPREAD = 1;
/** A line that moves is worth waiting in, but not for ever: a call that has waited this long gives up at the next halt. */
export const LONG_WAIT_MS = 5_000;
/** For everything that is asked often; it bounds memory, while `patienceMs` bounds the wait. */
const WAITING: Room = { total: 1_000, network: 500, person: 450 };

/** Decision 0021 says why these numbers. The first three fit the pools that their calls use (database/pools.ts). */
export const BUDGETS = {
  /** Queries of visitors. */
  lookUps: {
    running: { total: 12, network: 9, person: 9 },
    waiting: WAITING,
    patienceMs: 1_000,
    restMs: 0,
  },
  /** Queries of signed-in people. */
  reads: {
    running: { total: 6, network: 5, person: 3 },
    waiting: WAITING,
    patienceMs: 1_000,
    restMs: 0,
  },
  /** Mutations, of which most hold a connection from beginning to end. */
  writes: {
    running: { total: 8, network: 6, person: 3 },
    waiting: WAITING,
    patienceMs: 1_000,
    restMs: 500,
  },
  /** Mutations that hash a password: a hash takes a core for some 40 ms, and no connection. */
  passwords: {
    running: { total: 2 * CORES, network: 2 * CORES - 1, person: 2 },
    waiting: WAITING,
    patienceMs: 1_000,
    restMs: 500,
  },
  /** Files that managers send and fetch: as slow as their network, and mostly without a connection. */
  files: {
    running: { total: 32, network: 24, person: 16 },
    waiting: { total: 32, network: 24, person: 16 },
    patienceMs: 1_000,
    restMs: 0,
  },
} as const satisfies Record<string, Budget>;

export type Lane = keyof typeof BUDGETS;

/** What was refused because too much is under way. */
export class Busy extends Refusal {
  override name = 'Busy';
  /** For the metrics: the lane, and whether its room was full or the wait too long. */
  readonly reason: string;

  constructor(reason: string) {
    super('SERVICE_UNAVAILABLE');
    this.reason = reason;
  }
}

/** A call's place among those that run. */
export interface Place {
  /** Gives the place to the next call; a second time does nothing. */
  leave(): void;
}

/** Who calls, as far as that is known before the database is asked. */
export interface Comer {
  address: string;
  token: string | null;
}

export interface Admission {
  /** Takes a place, or waits for one. Throws Busy where there is none soon. */
  enter(lane: Lane, comer: Comer): Promise<Place>;
  /** Remembers whose token this is, so that a person's sessions share one budget. It opens nothing. */
  recognize(token: string, personId: string): void;
  /** Notes an error that a call ends with, for the metrics; one that used up a limit keeps its place for a moment. */
  note(error: TRPCError, place?: Place): void;
  /** Refused calls so far, by reason. */
  refused: ReadonlyMap<string, number>;
  /** Calls by lane that run and that wait now. */
  load(): { lane: Lane; running: number; waiting: number }[];
}

interface Holder {
  network: string;
  /** What a person's share counts by: the token's hash, and the person's id where it is known. None of a visitor. */
  person: readonly string[];
}

/** All are forgotten when there are more; then a token counts by itself until its next call has been looked at. */
const KNOWN_TOKENS = 10_000;

/** Counts calls in all, by network and by person. */
class Tally {
  total = 0;
  readonly #of = new Map<string, number>();

  fits(room: Room, { network, person }: Holder): boolean {
    return (
      this.total < room.total &&
      (this.#of.get(network) ?? 0) < room.network &&
      person.every((key) => (this.#of.get(key) ?? 0) < room.person)
    );
  }

  add({ network, person }: Holder, step: 1 | -1): void {
    this.total += step;
    for (const key of [network, ...person]) {
      const count = (this.#of.get(key) ?? 0) + step;
      if (count > 0) this.#of.set(key, count);
      else this.#of.delete(key);
    }
  }
}

interface Turn {
  holder: Holder;
  cameAt: number;
  timer: NodeJS.Timeout;
  start(): void;
}

class Queue {
  readonly running = new Tally();
  readonly waiting = new Tally();
  readonly #lane: Lane;
  readonly #budget: Budget;
  /** In the order in which they came. */
  readonly #line = new Set<Turn>();

  constructor(lane: Lane) {
    this.#lane = lane;
    this.#budget = BUDGETS[lane];
  }

  async enter(holder: Holder): Promise<LanePlace> {
    const { running, waiting, patienceMs, restMs } = this.#budget;
    const take = () => {
      this.running.add(holder, 1);
      return new LanePlace(restMs, () => {
        this.running.add(holder, -1);
        this.#startNext();
      });
    };
    if (this.running.fits(running, holder)) return take();
    if (!this.waiting.fits(waiting, holder)) throw new Busy(`${this.#lane}_full`);
    return new Promise((resolve, reject) => {
      const end = (settle: () => void) => {
        clearTimeout(turn.timer);
        this.#line.delete(turn);
        this.waiting.add(holder, -1);
        settle();
      };
      const giveUp = () => end(() => reject(new Busy(`${this.#lane}_wait`)));
      const turn: Turn = {
        holder,
        cameAt: performance.now(),
        timer: setTimeout(giveUp, patienceMs * (1 + Math.random() * SPREAD)),
        start: () => end(() => resolve(take())),
      };
      this.waiting.add(holder, 1);
      this.#line.add(turn);
    });
  }

  /** Whoever is held up by a share of their own holds up nobody behind them. */
  #startNext(): void {
    const { running } = this.#budget;
    for (const { holder, start } of this.#line) {
      if (this.running.total >= running.total) return;
      if (!this.running.fits(running, holder)) continue;
      start();
      this.#encourage(holder);
    }
  }

  /** The line moves for the same caller, and for those who only wait because all places are taken: they wait on. */
  #encourage({ network, person }: Holder): void {
    const key = person[0] ?? network;
    const shares = { ...this.#budget.running, total: Number.POSITIVE_INFINITY };
    const now = performance.now();
    for (const { holder, cameAt, timer } of this.#line) {
      const moves = (holder.person[0] ?? holder.network) === key || this.running.fits(shares, holder);
      if (moves && now - cameAt < LONG_WAIT_MS) timer.refresh();
    }
  }
}

class LanePlace implements Place {
  /** How long it stays taken after its call has left. */
  keptMs = 0;
  readonly restMs: number;
  #free: (() => void) | null;

  constructor(restMs: number, free: () => void) {
    this.restMs = restMs;
    this.#free = free;
  }

  leave(): void {
    const free = this.#free;
    this.#free = null;
    if (free && this.keptMs > 0) setTimeout(free, this.keptMs).unref();
    else free?.();
  }
}

/** The admission of one process. */
export function createAdmission(): Admission {
  const lanes = Object.keys(BUDGETS) as Lane[];
  const queues = Object.fromEntries(lanes.map((lane) => [lane, new Queue(lane)])) as Record<Lane, Queue>;
  const refused = new Map<string, number>();
  /** By the hash of a token. */
  const people = new Map<string, [id: string]>();
  const keyOf = (token: string) => tokenHash(token).toString('base64url');
  return {
    refused,
    enter(lane, { address, token }) {
      const key = token === null ? null : keyOf(token);
      const person = key === null ? [] : [key, ...(people.get(key) ?? [])];
      return queues[lane].enter({ network: networkOf(address), person });
    },
    recognize(token, personId) {
      if (people.size >= KNOWN_TOKENS) people.clear();
      people.set(keyOf(token), [personId]);
    },
    note(error, place) {
      if (error.code === 'TOO_MANY_REQUESTS' && place instanceof LanePlace) place.keptMs = place.restMs;
      if (error.code !== 'SERVICE_UNAVAILABLE') return;
      const reason = reasonOf(error.cause);
      refused.set(reason, (refused.get(reason) ?? 0) + 1);
    },
    load: () =>
      lanes.map((lane) => {
        const { running, waiting } = queues[lane];
        return { lane, running: running.total, waiting: waiting.total };
      }),
  };
}

/** PostgreSQL's codes for what took longer than it may. */
const TIMEOUTS: Record<string, string> = { '55P03': 'lock_timeout', '57014': 'statement_timeout' };

function reasonOf(cause: unknown): string {
  for (let current = cause; current instanceof Error; current = current.cause) {
    if (current instanceof Busy) return current.reason;
    const timeout = 'code' in current && TIMEOUTS[String(current.code)];
    if (timeout) return timeout;
    if (/timeout exceeded when trying to connect/.test(current.message)) return 'connection_wait';
  }
  return 'other';
}
