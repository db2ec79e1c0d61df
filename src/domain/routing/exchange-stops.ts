import type { Block, Distance } from './planned-tour.ts';

export type Fits = (tour: readonly Block[], km: number) => boolean;

const EPSILON = 1e-6;
const MAX_MOVED = 3;
const MAX_SWAPPED = 2;

/** Both tours together become shorter; each fits, and none ends up empty. */
export function exchangeStops(tours: Block[][], distance: Distance, fitsOf: readonly Fits[]): void {
  const pairs = tours.slice(1).map((_, index) => [index, index + 1] as const);
  if (tours.length > 2) pairs.push([tours.length - 1, 0]);
  let isChanged = tours.map(() => true);
  while (isChanged.some(Boolean)) {
    const wasChanged = isChanged;
    isChanged = tours.map(() => false);
    for (const [one, other] of pairs) {
      if (![one, other].some((index) => wasChanged[index] || isChanged[index])) continue;
      const pair = new Pair(tours[one] ?? [], tours[other] ?? [], distance, [fitsOf[one], fitsOf[other]]);
      if (!pair.improve()) continue;
      [tours[one], tours[other]] = pair.tours();
      isChanged[one] = true;
      isChanged[other] = true;
    }
  }
}

type Both = [one: number[], other: number[]];

/** Block 0 is the depot. */
class Pair {
  readonly #blocks: readonly Block[];
  readonly #size: number;
  readonly #km: Float64Array;
  readonly #fits: readonly (Fits | undefined)[];
  #both: Both;

  constructor(one: readonly Block[], other: readonly Block[], distance: Distance, fits: readonly (Fits | undefined)[]) {
    this.#blocks = [...one, ...other];
    this.#fits = fits;
    this.#both = [one.map((_, index) => index + 1), other.map((_, index) => one.length + index + 1)];
    const nodes = [undefined, ...this.#blocks];
    this.#size = nodes.length;
    this.#km = new Float64Array(nodes.length ** 2);
    for (const [row, from] of nodes.entries()) {
      for (const [column, to] of nodes.entries()) this.#km[row * this.#size + column] = distance(from, to);
    }
  }

  tours(): [Block[], Block[]] {
    return [this.#read(this.#both[0]), this.#read(this.#both[1])];
  }

  improve(): boolean {
    let isShorter = false;
    for (let goesOn = true; goesOn; isShorter ||= goesOn) {
      goesOn = false;
      for (const from of [0, 1] as const) {
        for (let start = 0; start < this.#both[from].length; start += 1) {
          if (this.#moveFrom(from, start)) goesOn = true;
        }
      }
      for (let start = 0; start < this.#both[0].length; start += 1) {
        if (this.#swapAt(start) || this.#crossAt(start)) goesOn = true;
      }
    }
    return isShorter;
  }

  #read(tour: readonly number[]): Block[] {
    return tour.flatMap((node) => this.#blocks[node - 1] ?? []);
  }

  /** The depot comes before the first and after the last. */
  #between(one = 0, other = 0): number {
    return this.#km[one * this.#size + other] ?? 0;
  }

  #accept(both: Both): boolean {
    const isFit = both.every((tour, side) => {
      const km = tour.reduce((sum, node, index) => sum + this.#between(tour[index - 1], node), 0);
      return tour.length > 0 && this.#fits[side]?.(this.#read(tour), km + this.#between(tour.at(-1)));
    });
    if (isFit) this.#both = both;
    return isFit;
  }

  /** Moves up to three blocks to where they cost least. */
  #moveFrom(from: 0 | 1, start: number): boolean {
    const giver = this.#both[from];
    const taker = this.#both[1 - from] ?? [];
    for (let length = 1; length <= Math.min(MAX_MOVED, giver.length - 1, giver.length - start); length += 1) {
      const [first, last] = [giver[start], giver[start + length - 1]];
      const [before, after] = [giver[start - 1], giver[start + length]];
      let least = this.#between(before, first) + this.#between(last, after) - this.#between(before, after) - EPSILON;
      let [place, isReversed] = [-1, false];
      for (let index = 0; index <= taker.length; index += 1) {
        const [left, right] = [taker[index - 1], taker[index]];
        const open = this.#between(left, right);
        const asItStands = this.#between(left, first) + this.#between(last, right) - open;
        const reversed = this.#between(left, last) + this.#between(first, right) - open;
        if (asItStands >= least && reversed >= least) continue;
        isReversed = reversed < asItStands;
        least = isReversed ? reversed : asItStands;
        place = index;
      }
      if (place < 0) continue;
      const part = giver.slice(start, start + length);
      const rest = giver.toSpliced(start, length);
      const more = taker.toSpliced(place, 0, ...(isReversed ? part.reverse() : part));
      if (this.#accept(from === 0 ? [rest, more] : [more, rest])) return true;
    }
    return false;
  }

  #swapAt(start: number): boolean {
    const [one, other] = this.#both;
    for (let length = 1; length <= Math.min(MAX_SWAPPED, one.length - start); length += 1) {
      for (let index = 0; index < other.length; index += 1) {
        for (let size = 1; size <= Math.min(MAX_SWAPPED, other.length - index); size += 1) {
          const change =
            this.#replacing(one, start, length, other[index], other[index + size - 1]) +
            this.#replacing(other, index, size, one[start], one[start + length - 1]);
          if (change >= -EPSILON) continue;
          const mine = one.toSpliced(start, length, ...other.slice(index, index + size));
          const theirs = other.toSpliced(index, size, ...one.slice(start, start + length));
          if (this.#accept([mine, theirs])) return true;
        }
      }
    }
    return false;
  }

  #replacing(tour: readonly number[], start: number, length: number, first?: number, last?: number): number {
    const [before, after] = [tour[start - 1], tour[start + length]];
    const now = this.#between(before, tour[start]) + this.#between(tour[start + length - 1], after);
    return this.#between(before, first) + this.#between(last, after) - now;
  }

  /** Swaps the ends of both routes, in either direction. */
  #crossAt(start: number): boolean {
    const [one, other] = this.#both;
    const [before, after] = [one[start - 1], one[start]];
    for (let index = 0; index <= other.length; index += 1) {
      const [otherBefore, otherAfter] = [other[index - 1], other[index]];
      const now = this.#between(before, after) + this.#between(otherBefore, otherAfter) - EPSILON;
      if (this.#between(before, otherAfter) + this.#between(otherBefore, after) < now) {
        const mine = [...one.slice(0, start), ...other.slice(index)];
        if (this.#accept([mine, [...other.slice(0, index), ...one.slice(start)]])) return true;
      }
      if (this.#between(before, otherBefore) + this.#between(after, otherAfter) < now) {
        const mine = [...one.slice(0, start), ...other.slice(0, index).reverse()];
        if (this.#accept([mine, [...one.slice(start).reverse(), ...other.slice(index)]])) return true;
      }
    }
    return false;
  }
}
