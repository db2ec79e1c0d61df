/** The queue of one lane: which calls run, which wait, and for how long. */
import { Refusal } from '../errors/errors.ts';

/** Calls at the same time: in all, of one network, of one person. */
export interface Room {
  total: number;
  network: number;
  person: number;
}

export interface Budget {
  running: Room;
  waiting: Room;
  /** How long a call waits while its line does not move, without the spread. */
  patienceMs: number;
  /** How long a call that ran into a limit (429) keeps its place, so that retrying at once gains nothing. */
  restMs: number;
}

/** Waits are longer by a random part up to this, so that calls that came together are not all refused together. */
export const SPREAD = 1;
/** After this long a call stops waiting even if its line still moves, when its patience next ends. */
export const LONG_WAIT_MS = 5_000;

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

export interface Holder {
  network: string;
  /** What a person's share counts by: the token's hash, and the person's id where it is known. None of a visitor. */
  person: readonly string[];
}

/** The keys of the shares that a call counts against. */
const sharesOf = ({ network, person }: Holder) => [network, ...person];

/** Counts calls in all, by network and by person. */
class Tally {
  total = 0;
  readonly #of = new Map<string, number>();

  fits(room: Room, { network, person }: Holder): boolean {
    return (
      this.total < room.total &&
      this.count(network) < room.network &&
      person.every((key) => this.count(key) < room.person)
    );
  }

  count(key: string): number {
    return this.#of.get(key) ?? 0;
  }

  add(holder: Holder, step: 1 | -1): void {
    this.total += step;
    for (const key of sharesOf(holder)) {
      const count = this.count(key) + step;
      if (count > 0) this.#of.set(key, count);
      else this.#of.delete(key);
    }
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
  /** In the order in which they came. */
  readonly #line = new Set<Turn>();
  /** When a waiting call last started: at all, and by the shares that calls still wait for. */
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
      const patience = this.#budget.patienceMs * (1 + Math.random() * SPREAD);
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
        if (now - this.#lastMoveFor(holder) < patience && now - cameAt < LONG_WAIT_MS) timer.refresh();
        else end(() => reject(new Busy(`${this.#lane}_wait`)));
      }, patience);
      this.waiting.add(holder, 1);
      this.#line.add(turn);
    });
  }

  /** Starts waiting calls in order, passing over those whose own share is used up. */
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

  /** When a call last started from the share that holds this one up; from any share, if only the total holds it up. */
  #lastMoveFor({ network, person }: Holder): number {
    const { running } = this.#budget;
    const isFull = (key: string) => this.running.count(key) >= (key === network ? running.network : running.person);
    const share = [...person, network].find(isFull);
    return share === undefined ? this.#movedAt : (this.#movedAtOf.get(share) ?? Number.NEGATIVE_INFINITY);
  }
}

/** A call's place among those that run. */
export class Place {
  readonly #restMs: number;
  #rests = false;
  #free: (() => void) | null;

  constructor(restMs: number, free: () => void) {
    this.#restMs = restMs;
    this.#free = free;
  }

  /** Keeps it for a moment after its call has left. */
  rest(): void {
    this.#rests = this.#restMs > 0;
  }

  /** Gives it to the next call; a second time does nothing. */
  leave(): void {
    const free = this.#free;
    this.#free = null;
    if (free && this.#rests) setTimeout(free, this.#restMs).unref();
    else free?.();
  }
}
