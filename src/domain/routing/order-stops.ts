import { parseAddress } from '../places/parse-address.ts';
import type { Point } from '../places/places.ts';
import { alongStreets, groupPlaces } from './along-streets.ts';
import { drivenKm, kmBetween, randomOf } from './driven.ts';
import { insertByAddress } from './order-by-address.ts';
import { isTimed, listLate, orderOnTime } from './order-on-time.ts';
import type { OrderedStops, OrderOptions, StopToOrder } from './stop-to-order.ts';

const STEPS_PER_STOP = 20;
const NEIGHBOURS = 10;
const MAX_SEGMENT = 3;
const MAX_KICKED = 50;
const EPSILON = 1e-9;

/**
 * The same input gives the same order. It takes seconds: never run it on a thread that others wait
 * for.
 */
export function orderStops(all: readonly StopToOrder[], options: OrderOptions = {}): OrderedStops {
  const { depot, end, ...hours } = options;
  const stops = besideKnownDoors(all);
  const ordered = stops.some(isTimed) ? orderOnTime(stops, options, shorten) : orderByLength(stops, options);
  const late = listLate(ordered, { depot, ...hours });
  const about = all.filter(({ at, isAbout }) => at && isAbout).length;
  const located = all.filter(isPlaced).length;
  const kmOf = (list: readonly StopToOrder[]) => (located * 2 < all.length ? null : lengthOf(list, depot, end));
  return {
    ids: ordered.map(({ id }) => id),
    kmNow: kmOf(stops),
    kmThen: kmOf(ordered),
    placed: located - about,
    ...(about > 0 && { about }),
    of: all.length,
    ...(late.length > 0 && { late }),
  };
}

function orderByLength(stops: readonly StopToOrder[], options: OrderOptions): StopToOrder[] {
  const { depot, end } = options;
  const known = stops.filter(isPlaced);
  let places = groupPlaces(known);
  if (places.length > 1) {
    const shorter = shorten(places, options);
    const isShorter = lengthOf(shorter.flat(), depot, end) < lengthOf(known, depot, end) - EPSILON;
    if (isShorter) places = shorter;
  }
  const tour = alongStreets(places);
  return known.length < stops.length ? insertByAddress(tour, stops) : tour;
}

function shorten<Stop extends Placed>(
  places: Stop[][],
  { depot, end, steps, isOver, seed = 1 }: OrderOptions,
): Stop[][] {
  const path = new Path(places, depot, end);
  const random = randomOf(seed);
  path.begin();
  const most = steps ?? STEPS_PER_STOP * places.length;
  for (let step = 0; step < most && !isOver?.(); step += 1) path.kick(random);
  return path.places();
}

type Placed = { at: Point };
type PlacedStop = StopToOrder & { at: Point };
const isPlaced = (stop: StopToOrder): stop is PlacedStop => stop.at !== undefined;

/** Puts a stop that is only roughly known beside a known door of its street. */
function besideKnownDoors(stops: readonly StopToOrder[]): readonly StopToOrder[] {
  if (!stops.some(({ isAbout }) => isAbout)) return stops;
  const streetOf = ({ address }: StopToOrder) => {
    const { postcode, street } = parseAddress(address);
    return street && `${postcode}\n${street}`;
  };
  const streets = new Set(stops.filter((stop) => stop.at && !stop.isAbout).map(streetOf));
  streets.delete('');
  return stops.map((stop) => (stop.isAbout && streets.has(streetOf(stop)) ? { ...stop, at: undefined } : stop));
}

/** The length is in kilometres, without unknown places. */
export function lengthOf(stops: readonly StopToOrder[], depot?: Point, end?: Point): number {
  const points = [depot, ...stops.map(({ at }) => at), end].filter((point) => point !== undefined);
  return points.slice(1).reduce((sum, point, index) => sum + drivenKm(points[index] ?? point, point), 0);
}

/** Its two ends stay; 2-opt, Or-opt and local kicks search. */
class Path<Stop extends Placed> {
  readonly #places: readonly Stop[][];
  /** Counts the places and the two ends. */
  readonly #size: number;
  readonly #km: Float64Array;
  readonly #near: Int32Array;
  readonly #nearCount: number;
  #tour: Int32Array;
  #at: Int32Array;
  readonly #queue: number[] = [];
  readonly #isQueued: Uint8Array;

  constructor(places: readonly Stop[][], from: Point | undefined, to: Point | undefined) {
    this.#places = places;
    const points = [from, ...places.map(([stop]) => stop?.at), to];
    const size = points.length;
    this.#size = size;
    this.#km = kmBetween(points);
    this.#nearCount = Math.min(NEIGHBOURS, size - 1);
    this.#near = new Int32Array(size * this.#nearCount);
    const all = points.map((_, index) => index);
    for (const node of all) {
      const others = all.filter((other) => other !== node);
      others.sort((one, other) => this.#between(node, one) - this.#between(node, other) || one - other);
      this.#near.set(others.slice(0, this.#nearCount), node * this.#nearCount);
    }
    this.#tour = Int32Array.from(all);
    this.#at = Int32Array.from(all);
    this.#isQueued = new Uint8Array(size);
  }

  /** The path never ends up longer than the given order. */
  begin(): void {
    this.#improveAll();
    const [tour, at, length] = [this.#tour, this.#at, this.#length()];
    this.#startNearest();
    this.#improveAll();
    if (this.#length() <= length) return;
    this.#tour = tour;
    this.#at = at;
  }

  /** Keeps the mended swap of two neighbouring parts if it is no longer. */
  kick(random: (below: number) => number): void {
    const inner = this.#size - 2;
    if (inner < 3) return;
    const reach = Math.min(MAX_KICKED, inner - 1);
    const one = 1 + random(Math.min(reach, inner - 1));
    const other = 1 + random(Math.min(reach, inner - one));
    const start = 1 + random(inner - one - other + 1);
    const [tour, at, before] = [this.#tour.slice(), this.#at.slice(), this.#length()];
    const swapped = [...tour.subarray(start + one, start + one + other), ...tour.subarray(start, start + one)];
    this.#write(start, swapped);
    const ends = [start - 1, start, start + other - 1, start + other, start + one + other - 1, start + one + other];
    for (const index of ends) this.#enqueue(this.#node(index));
    this.#improve();
    if (this.#length() <= before + EPSILON) return;
    this.#tour = tour;
    this.#at = at;
  }

  places(): Stop[][] {
    return [...this.#tour.subarray(1, -1)].map((node) => this.#places[node - 1] ?? []);
  }

  #between(one: number, other: number): number {
    return this.#km[one * this.#size + other] ?? 0;
  }

  #node(index: number): number {
    return this.#tour[index] ?? 0;
  }

  #indexOf(node: number): number {
    return this.#at[node] ?? 0;
  }

  #length(): number {
    let sum = 0;
    for (let index = 1; index < this.#size; index += 1) sum += this.#between(this.#node(index - 1), this.#node(index));
    return sum;
  }

  #startNearest(): void {
    const left = new Set(this.#tour.subarray(1, -1));
    const tour = [0];
    for (let node = 0; left.size > 0; ) {
      let nearest = -1;
      for (const other of left) {
        if (nearest < 0 || this.#between(node, other) < this.#between(node, nearest)) nearest = other;
      }
      left.delete(nearest);
      tour.push(nearest);
      node = nearest;
    }
    this.#tour = new Int32Array(this.#size);
    this.#at = new Int32Array(this.#size);
    this.#write(0, [...tour, this.#size - 1]);
  }

  #write(start: number, nodes: ArrayLike<number>): void {
    for (let index = 0; index < nodes.length; index += 1) {
      const node = nodes[index] ?? 0;
      this.#tour[start + index] = node;
      this.#at[node] = start + index;
    }
  }

  #enqueue(node: number): void {
    if (this.#isQueued[node]) return;
    this.#isQueued[node] = 1;
    this.#queue.push(node);
  }

  #improveAll(): void {
    for (const node of this.#tour) this.#enqueue(node);
    this.#improve();
  }

  #improve(): void {
    for (let node = this.#queue.shift(); node !== undefined; node = this.#queue.shift()) {
      this.#isQueued[node] = 0;
      while (this.#turn(node) || this.#shift(node));
    }
  }

  /** 2-opt: reverses a part to put a nearer node beside this one. */
  #turn(node: number): boolean {
    const index = this.#indexOf(node);
    for (const side of [1, -1]) {
      const next = index + side;
      if (next < 0 || next >= this.#size) continue;
      const after = this.#node(next);
      const left = this.#between(node, after);
      for (let near = 0; near < this.#nearCount; near += 1) {
        const other = this.#near[node * this.#nearCount + near] ?? 0;
        const gain = left - this.#between(node, other);
        if (gain <= EPSILON) break;
        const otherNext = this.#indexOf(other) + side;
        if (otherNext < 0 || otherNext >= this.#size) continue;
        const otherAfter = this.#node(otherNext);
        if (gain + this.#between(other, otherAfter) - this.#between(after, otherAfter) <= EPSILON) continue;
        const [low, high] = [index, this.#indexOf(other)].sort((a, b) => a - b) as [number, number];
        if (side > 0) this.#reverse(low + 1, high);
        else this.#reverse(low, high - 1);
        for (const end of [node, after, other, otherAfter]) this.#enqueue(end);
        return true;
      }
    }
    return false;
  }

  #reverse(from: number, to: number): void {
    this.#write(from, this.#tour.slice(from, to + 1).reverse());
  }

  /** Or-opt: moves up to three stops that end in the node next to a nearer one. */
  #shift(node: number): boolean {
    const index = this.#indexOf(node);
    if (index === 0 || index === this.#size - 1) return false;
    for (let length = 1; length <= MAX_SEGMENT; length += 1) {
      for (const side of length === 1 ? [1] : [1, -1]) {
        const far = index + side * (length - 1);
        if (far < 1 || far > this.#size - 2) continue;
        const [from, to] = side > 0 ? [index, far] : [far, index];
        const [before, after, tail] = [this.#node(from - 1), this.#node(to + 1), this.#node(far)];
        const saved =
          this.#between(before, this.#node(from)) + this.#between(this.#node(to), after) - this.#between(before, after);
        for (let near = 0; near < this.#nearCount; near += 1) {
          const other = this.#near[node * this.#nearCount + near] ?? 0;
          const reach = this.#between(node, other);
          if (saved - reach <= EPSILON) break;
          const place = this.#indexOf(other);
          if (place >= from && place <= to) continue;
          for (const step of [1, -1]) {
            const next = place + step;
            if (next < 0 || next >= this.#size || (next >= from && next <= to)) continue;
            const beyond = this.#node(next);
            const added = reach + this.#between(tail, beyond) - this.#between(other, beyond);
            if (saved - added <= EPSILON) continue;
            this.#move(from, to, step > 0 ? place + 1 : place, side > 0 === step > 0);
            for (const end of [before, after, node, tail, other, beyond]) this.#enqueue(end);
            return true;
          }
        }
      }
    }
    return false;
  }

  #move(from: number, to: number, target: number, asItStands: boolean): void {
    const part = this.#tour.slice(from, to + 1);
    if (!asItStands) part.reverse();
    if (target > to) this.#write(from, [...this.#tour.slice(to + 1, target), ...part]);
    else this.#write(target, [...part, ...this.#tour.slice(target, from)]);
  }
}
