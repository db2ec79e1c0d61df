import { UserError } from '../errors/errors.ts';
import { type Budget, type Holder, sharesOf, Tally } from './lane-tally.ts';

/**
 * Waits get a random extra of up to this factor, so that calls that arrived together are not all
 * rejected together.
 */
export const PATIENCE_SPREAD = 1;
/** After this long a call gives up, even if its line is moving. */
export const MAX_WAIT_MS = 5_000;

export class Busy extends UserError {
  override name = 'Busy';
  readonly reason: string;

  constructor(reason: string) {
    super('SERVICE_UNAVAILABLE');
    this.reason = reason;
  }
}

interface Turn {
  holder: Holder;
  start(): void;
}

export class LaneQueue {
  readonly running = new Tally();
  readonly waiting = new Tally();
  readonly #lane: string;
  readonly #budget: Budget;
  readonly #line = new Set<Turn>();
  #movedAt = Number.NEGATIVE_INFINITY;
  readonly #movedAtOf = new Map<string, number>();

  constructor(lane: string, budget: Budget) {
    this.#lane = lane;
    this.#budget = budget;
  }

  async enter(holder: Holder): Promise<Place> {
    const { running, waiting } = this.#budget;
    if (this.running.fits(running, holder)) return this.#take(holder);
    if (!this.waiting.fits(waiting, holder)) throw new Busy(`${this.#lane}_full`);
    return this.#wait(holder);
  }

  #take(holder: Holder): Place {
    this.running.add(holder, 1);
    return new Place(this.#budget.restMs, () => {
      this.running.add(holder, -1);
      this.#startNext();
    });
  }

  #wait(holder: Holder): Promise<Place> {
    return new Promise((resolve, reject) => {
      const cameAt = performance.now();
      const patience = this.#budget.queueTimeoutMs * (1 + Math.random() * PATIENCE_SPREAD);
      const turn = { holder, start: () => end(() => resolve(this.#take(holder))) };
      const end = (settle: () => void) => {
        clearTimeout(timer);
        this.#line.delete(turn);
        this.waiting.add(holder, -1);
        for (const key of sharesOf(holder)) if (this.waiting.count(key) === 0) this.#movedAtOf.delete(key);
        settle();
      };
      const timer = setTimeout(() => {
        const now = performance.now();
        if (now - this.#lastMoveFor(holder) < patience && now - cameAt < MAX_WAIT_MS) timer.refresh();
        else end(() => reject(new Busy(`${this.#lane}_wait`)));
      }, patience);
      this.waiting.add(holder, 1);
      this.#line.add(turn);
    });
  }

  #startNext(): void {
    const { running } = this.#budget;
    for (const { holder, start } of this.#line) {
      if (this.running.total >= running.total) return;
      if (!this.running.fits(running, holder)) continue;
      this.#movedAt = performance.now();
      for (const key of sharesOf(holder)) this.#movedAtOf.set(key, this.#movedAt);
      start();
    }
  }

  /** From the share that blocks this call, else any. */
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
