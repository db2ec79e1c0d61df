/** Keeps windows by ruin and recreate: stops are taken out and put back where they fit. */

export interface TimedNode {
  /** How long the work there takes. */
  minutes: number;
  /** The van has to come between these minutes of the day. */
  from: number;
  until: number;
  /** It has to come here before these nodes. */
  after: readonly number[];
}

/** The van starts at the first node and ends at the last. */
export interface TimedDay {
  nodes: readonly TimedNode[];
  /** Driving times between all pairs of nodes. */
  minutes: Float64Array;
  /** Minute of the day. */
  startAt: number;
}

type Random = (below: number) => number;

/** Minutes of driving that a minute later is worth: nobody waits for hours to save a corner. */
const LATER = 0.2;
/** Each missed window, in minutes of driving. */
const MISSED = 1_000;
const STEPS_PER_NODE = 100;
const MAX_STEPS = 8_000;
/** Multiplies the steps while windows are missed. */
const ROUNDS = 5;
const MAX_TAKEN = 10;
const HOTTEST = 3;
const COLDEST = 0.03;
/** It skips one place in so many, or stops would always return to where they were. */
const PASSED_OVER = 50;
const EPSILON = 1e-6;

/** A van that is early waits. */
export function comesAt({ nodes, minutes, startAt }: TimedDay, tour: readonly number[]): number[] {
  let free = startAt;
  return tour.map((node, place) => {
    const drive = place === 0 ? 0 : (minutes[(tour[place - 1] ?? 0) * nodes.length + node] ?? 0);
    const comes = Math.max(free + drive, nodes[node]?.from ?? 0);
    free = comes + (nodes[node]?.minutes ?? 0);
    return comes;
  });
}

/** The search keeps as many windows as it finds; `shortest` ignores them. */
export function orderInWindows(
  day: TimedDay,
  shortest: readonly number[],
  { random, steps, isOver }: { random: Random; steps?: number | undefined; isOver?: (() => boolean) | undefined },
): number[] {
  const { nodes } = day;
  if (costOf(day, shortest) <= costWithoutWaiting(day, shortest) + EPSILON) return [...shortest];
  const before = new Set(nodes.flatMap(({ after }) => after));
  const isFree = (node: number) => !before.has(node) && isUnlimited(nodes[node]);
  const tour = new TimedTour(day, [0, ...shortest.slice(1, -1).filter(isFree), nodes.length - 1]);
  tour.putBack(random);
  let [now, cost] = [tour.stops(), tour.cost()];
  let [best, least] = [now, cost];
  const most = steps ?? Math.min(MAX_STEPS, STEPS_PER_NODE * nodes.length);
  for (let step = 0; step < most * ROUNDS && !isOver?.(); step += 1) {
    if (step % most === 0 && step > 0 && best.length === nodes.length) break;
    tour.takeOut(random);
    tour.putBack(random);
    const next = tour.cost();
    const heat = HOTTEST * (COLDEST / HOTTEST) ** ((step % most) / most);
    if (next < cost - heat * Math.log((1 + random(1e6)) / 1e6)) [now, cost] = [tour.stops(), next];
    else tour.restore(now);
    if (next < least - EPSILON) [best, least] = [now, next];
  }
  return insertMissed(day, best);
}

const isUnlimited = (node: TimedNode | undefined) =>
  node !== undefined && node.from <= 0 && node.until === Number.POSITIVE_INFINITY && node.after.length === 0;

function drivingOf({ nodes, minutes }: TimedDay, tour: readonly number[]): number {
  let sum = 0;
  for (let place = 1; place < tour.length; place += 1) {
    sum += minutes[(tour[place - 1] ?? 0) * nodes.length + (tour[place] ?? 0)] ?? 0;
  }
  return sum;
}

function costWithoutWaiting(day: TimedDay, tour: readonly number[]): number {
  const work = tour.reduce((sum, node) => sum + (day.nodes[node]?.minutes ?? 0), 0);
  return drivingOf(day, tour) + LATER * (day.startAt + work);
}

/** Returns infinity if a node comes before one that it needs. */
export function costOf(day: TimedDay, tour: readonly number[]): number {
  const comes = comesAt(day, tour);
  const places = new Map(tour.map((node, place) => [node, place]));
  let cost = (1 - LATER) * drivingOf(day, tour) + LATER * (comes.at(-1) ?? 0);
  for (const [place, node] of tour.entries()) {
    const { until = 0, after = [] } = day.nodes[node] ?? {};
    const late = (comes[place] ?? 0) - until;
    if (late > EPSILON) cost += MISSED + late;
    if (after.some((one) => (places.get(one) ?? 0) > place)) return Number.POSITIVE_INFINITY;
  }
  return cost;
}

/** A stop that cannot be in time goes where it costs the tour least. */
function insertMissed(day: TimedDay, tour: number[]): number[] {
  const isIn = new Set(tour);
  const missed = day.nodes.map((_, node) => node).filter((node) => !isIn.has(node));
  missed.sort((one, other) => (day.nodes[one]?.until ?? 0) - (day.nodes[other]?.until ?? 0));
  let all = tour;
  for (const node of missed) {
    const tries = all.slice(1).map((_, place) => all.toSpliced(place + 1, 0, node));
    const costs = tries.map((one) => costOf(day, one));
    all = tries[costs.indexOf(Math.min(...costs))] ?? all;
  }
  return all;
}

/** It has some nodes, all in time, and tells at once whether another fits a place. */
class TimedTour {
  readonly #nodes: readonly TimedNode[];
  readonly #day: TimedDay;
  readonly #size: number;
  readonly #before: readonly (readonly number[])[];
  #tour: number[] = [];
  /** Their index is the place; `#waits` counts the waits from there on. */
  readonly #comes: Float64Array;
  readonly #latest: Float64Array;
  readonly #waits: Float64Array;
  /** The index is the node; -1 means missing. */
  readonly #place: Int32Array;

  constructor(day: TimedDay, tour: number[]) {
    this.#day = day;
    this.#nodes = day.nodes;
    this.#size = day.nodes.length;
    this.#before = day.nodes.map((_, node) => day.nodes.flatMap(({ after }, one) => (after.includes(node) ? one : [])));
    [this.#comes, this.#latest, this.#waits] = [0, 0, 0].map(() => new Float64Array(this.#size)) as [
      Float64Array,
      Float64Array,
      Float64Array,
    ];
    this.#place = new Int32Array(this.#size);
    this.restore(tour);
  }

  stops(): number[] {
    return [...this.#tour];
  }

  restore(tour: readonly number[]): void {
    this.#tour = [...tour];
    this.#refresh();
  }

  cost(): number {
    const last = this.#tour.length - 1;
    const missed = this.#size - this.#tour.length;
    return (1 - LATER) * drivingOf(this.#day, this.#tour) + LATER * (this.#comes[last] ?? 0) + MISSED * missed;
  }

  /** Picks neighbours in the tour, on the map, or by the hour of their windows. */
  takeOut(random: Random): void {
    const inner = this.#tour.length - 2;
    if (inner < 1) return;
    const count = 1 + random(Math.min(MAX_TAKEN, inner));
    const missing = this.#missing();
    const isMissing = missing.length > 0 && random(2) === 0;
    const node = (isMissing ? missing[random(missing.length)] : this.#tour[1 + random(inner)]) ?? 0;
    const taken = new Set<number>();
    if (random(2) === 0) {
      const near = this.#tour.slice(1, -1).map((one) => [this.#minutes(node, one), one] as const);
      near.sort(([one], [other]) => one - other);
      for (const [, one] of near.slice(0, count)) taken.add(one);
    } else {
      const { from, until } = this.#nodes[node] ?? { from: 0, until: 0 };
      const hour = from + random(1 + Math.max(0, Math.min(until, from + 600) - from));
      const place = isMissing ? this.#comes.findIndex((comes) => comes >= hour) : (this.#place[node] ?? 0);
      const first = Math.max(1, Math.min((place < 0 ? inner : place) - random(count), inner - count + 1));
      for (const one of this.#tour.slice(first, first + count)) taken.add(one);
    }
    // Nodes that have to come before or after it may leave no place for it.
    for (const one of [...(this.#nodes[node]?.after ?? []), ...(this.#before[node] ?? [])]) taken.add(one);
    this.#tour = this.#tour.filter((one) => !taken.has(one));
    this.#refresh();
  }

  /** Uses the cheapest places that keep all in time. */
  putBack(random: Random): void {
    const missing = this.#missing();
    const ranks = new Map(missing.map((node) => [node, random(1e6)]));
    if (random(2) === 0) {
      for (const node of missing) ranks.set(node, (this.#nodes[node]?.until ?? 0) - (this.#nodes[node]?.from ?? 0));
    }
    missing.sort((one, other) => (ranks.get(one) ?? 0) - (ranks.get(other) ?? 0));
    for (const node of missing) {
      const place = this.#cheapestPlace(node, random);
      if (place < 0) continue;
      this.#tour.splice(place, 0, node);
      this.#refresh();
    }
  }

  #cheapestPlace(node: number, random: Random): number {
    const { minutes = 0, from = 0, until = 0, after = [] } = this.#nodes[node] ?? {};
    let [first, last] = [1, this.#tour.length - 1];
    for (const one of after) first = Math.max(first, (this.#place[one] ?? 0) + 1);
    for (const one of this.#before[node] ?? [])
      if ((this.#place[one] ?? -1) >= 0) last = Math.min(last, this.#place[one] ?? 0);
    let [best, least] = [-1, Number.POSITIVE_INFINITY];
    for (let place = first; place <= last; place += 1) {
      if (random(PASSED_OVER) === 0) continue;
      const [before, next] = [this.#tour[place - 1] ?? 0, this.#tour[place] ?? 0];
      const comes = Math.max(
        (this.#comes[place - 1] ?? 0) + (this.#nodes[before]?.minutes ?? 0) + this.#minutes(before, node),
        from,
      );
      if (comes > until + EPSILON) continue;
      const nextComes = comes + minutes + this.#minutes(node, next);
      if (nextComes > (this.#latest[place] ?? 0) + EPSILON) continue;
      const detour = this.#minutes(before, node) + this.#minutes(node, next) - this.#minutes(before, next);
      const later = Math.max(0, nextComes - (this.#comes[place] ?? 0) - (this.#waits[place + 1] ?? 0));
      const cost = (1 - LATER) * detour + LATER * later;
      if (cost < least) [best, least] = [place, cost];
    }
    return best;
  }

  #minutes(one: number, other: number): number {
    return this.#day.minutes[one * this.#size + other] ?? 0;
  }

  #missing(): number[] {
    return this.#nodes.map((_, node) => node).filter((node) => (this.#place[node] ?? 0) < 0);
  }

  #refresh(): void {
    this.#place.fill(-1);
    let free = this.#day.startAt;
    for (let place = 0; place < this.#tour.length; place += 1) {
      const node = this.#tour[place] ?? 0;
      const { from = 0, minutes = 0 } = this.#nodes[node] ?? {};
      const arrives = free + (place === 0 ? 0 : this.#minutes(this.#tour[place - 1] ?? 0, node));
      this.#place[node] = place;
      this.#comes[place] = Math.max(arrives, from);
      this.#waits[place] = Math.max(0, from - arrives);
      free = Math.max(arrives, from) + minutes;
    }
    let latest = Number.POSITIVE_INFINITY;
    let waits = 0;
    for (let place = this.#tour.length - 1; place >= 0; place -= 1) {
      const node = this.#tour[place] ?? 0;
      const { until = 0, minutes = 0 } = this.#nodes[node] ?? {};
      const next = place + 1 < this.#tour.length ? this.#minutes(node, this.#tour[place + 1] ?? 0) : 0;
      latest = Math.min(until, latest - next - minutes);
      this.#latest[place] = latest;
      waits += this.#waits[place] ?? 0;
      this.#waits[place] = waits;
    }
  }
}
