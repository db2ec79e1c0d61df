import { UserError } from '../errors/errors.ts';
import { type Budget, type Holder, sharesOf, Tally } from './lane-tally.ts';
import { WaitingLine } from './waiting-line.ts';

/** Waits get a random extra up to this factor, so that calls that came together are not rejected together. */
export const PATIENCE_SPREAD = 1;
export const MAX_WAIT_MS = 5_000;

export class Busy extends UserError {
  override name = 'Busy';
  readonly reason: string;

  constructor(reason: string) {
    super('SERVICE_UNAVAILABLE');
    this.reason = reason;
  }
}

export interface Wait {
  /** The smaller of two calls of one person goes first. */
  size?: number;
  signal?: AbortSignal | undefined;
}

export class LaneQueue {
  readonly running = new Tally();
  readonly waiting = new Tally();
  readonly #lane: string;
  readonly #budget: Budget;
  readonly #line = new WaitingLine();
  #movedAt = Number.NEGATIVE_INFINITY;
  readonly #movedAtOf = new Map<string, number>();

  constructor(lane: string, budget: Budget) {
    this.#lane = lane;
    this.#budget = budget;
  }

  /** @throws Busy, or why `signal` aborted */
  async enter(holder: Holder, wait: Wait = {}): Promise<Place> {
    const { running, waiting } = this.#budget;
    wait.signal?.throwIfAborted();
    if (this.running.fits(running, holder)) return this.#take(holder);
    if (!this.waiting.fits(waiting, holder)) throw new Busy(`${this.#lane}_full`);
    return this.#wait(holder, wait);
  }

  #take(holder: Holder): Place {
    this.running.add(holder, 1);
    return new Place(this.#budget.restMs, () => {
      this.running.add(holder, -1);
      this.#startNext();
    });
  }

  #wait(holder: Holder, { size = 0, signal }: Wait): Promise<Place> {
    return new Promise((resolve, reject) => {
      const turn = { holder, size, start: () => end(() => resolve(this.#take(holder))) };
      const leave = () => end(() => reject(signal?.reason));
      const stopTimer = this.#giveUpLater(holder, () => end(() => reject(new Busy(`${this.#lane}_wait`))));
      const end = (settle: () => void) => {
        stopTimer();
        signal?.removeEventListener('abort', leave);
        this.#line.remove(turn);
        this.waiting.add(holder, -1);
        for (const key of sharesOf(holder)) if (this.waiting.count(key) === 0) this.#movedAtOf.delete(key);
        settle();
      };
      signal?.addEventListener('abort', leave);
      this.waiting.add(holder, 1);
      this.#line.add(turn);
    });
  }

  #giveUpLater(holder: Holder, giveUp: () => void): () => void {
    const { queueTimeoutMs } = this.#budget;
    if (queueTimeoutMs === null) return () => undefined;
    const cameAt = performance.now();
    const patience = queueTimeoutMs * (1 + Math.random() * PATIENCE_SPREAD);
    const timer = setTimeout(() => {
      const now = performance.now();
      if (now - this.#lastMoveFor(holder) < patience && now - cameAt < MAX_WAIT_MS) timer.refresh();
      else giveUp();
    }, patience);
    return () => clearTimeout(timer);
  }

  #startNext(): void {
    const { running } = this.#budget;
    while (this.running.total < running.total) {
      const turn = this.#line.takeNext((holder) => this.running.fits(running, holder));
      if (!turn) return;
      this.#movedAt = performance.now();
      for (const key of sharesOf(turn.holder)) this.#movedAtOf.set(key, this.#movedAt);
      turn.start();
    }
  }

  /** Looks at the share that blocks this call, else at any. */
  #lastMoveFor({ network, person }: Holder): number {
    const { running } = this.#budget;
    const isFull = (key: string) => this.running.count(key) >= (key === network ? running.network : running.person);
    const share = [...person, network].find(isFull);
    return share === undefined ? this.#movedAt : (this.#movedAtOf.get(share) ?? Number.NEGATIVE_INFINITY);
  }
}

export class Place {
  readonly #restMs: number;
  #rests = false;
  #free: (() => void) | null;

  constructor(restMs: number, free: () => void) {
    this.#restMs = restMs;
    this.#free = free;
  }

  rest(): void {
    this.#rests = this.#restMs > 0;
  }

  /** May be called twice. */
  leave(): void {
    const free = this.#free;
    this.#free = null;
    if (free && this.#rests) setTimeout(free, this.#restMs).unref();
    else free?.();
  }
}
