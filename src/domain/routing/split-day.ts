/** A sweep around the depot splits the parcels, then neighbours exchange stops. */

import { areaOf } from '../courier-limits.ts';
import { groupRows } from '../group-rows.ts';
import { parseAddress } from '../places/parse-address.ts';
import { medianOf, type Point } from '../places/places.ts';
import { MAX_TASKS } from '../runs/facts.ts';
import { alongStreets, groupPlaces } from './along-streets.ts';
import { MINUTES_PER_UNKNOWN_STOP } from './driven.ts';
import { exchangeStops, type Fits } from './exchange-stops.ts';
import { insertByAddress, nearestByAddress } from './order-by-address.ts';
import { dayLength, listLate } from './order-on-time.ts';
import { lengthOf, orderStops } from './order-stops.ts';
import type { LeftReason } from './plan.ts';
import {
  type Block,
  type Distance,
  type DoorToPlan,
  distancesFrom,
  knownKm,
  LOADS,
  type Load,
  leastRoom,
  minutesOf,
  mostAboard,
  newBlock,
  type PlannedTour,
  totalsOf,
  tourLength,
} from './planned-tour.ts';

export interface Van {
  /** Minute of the day. */
  startAt?: number | undefined;
  /** The length of the usual hours. */
  maxMinutes?: number | undefined;
  /** Postcodes, as `areaOf` reads them. */
  area?: string | undefined;
  room?: Partial<Load> | undefined;
}

export interface SplitOptions {
  couriers: number;
  /** Each courier has one where there are limits. */
  vans?: readonly Van[] | undefined;
  /** Where each van starts and ends; missing: anywhere. */
  depot?: Point | undefined;
  maxStops?: number | undefined;
  maxMinutes?: number | undefined;
  seed?: number;
  /** False for the sweep alone. */
  isExchanging?: boolean;
}

export interface SplitDay {
  /** There is one for each courier, even where doors are few. */
  tours: PlannedTour[];
  left: { id: string; reason: LeftReason }[];
  placed: number;
  of: number;
}

/** Stops of one place stay together up to this share of a courier’s average. */
const MAX_SHARE_OF_BLOCK = 0.25;
const CUTS = 4;
/** More save less than a thousandth. */
const KICKS_PER_BLOCK = 5;
/** The longest day may become this much longer to save kilometres. */
const MAX_LONGER = 1.05;
const EPSILON = 1e-6;

/**
 * The same input gives the same tours. It takes seconds: never run it on a thread that others wait
 * for.
 */
export function splitDay(
  doors: readonly DoorToPlan[],
  { couriers, depot, seed = 1, isExchanging = true, vans = [], ...limits }: SplitOptions,
): SplitDay {
  const areas = Array.from({ length: couriers }, (_, index) => areaOf(vans[index]?.area ?? ''));
  const postcodes = new Map(doors.map(({ id, address }) => [id, parseAddress(address).postcode]));
  const pairs = doors.flatMap(({ id, before = [] }) => before.flatMap((to) => (to === id ? [] : { id, to })));
  const bringers = groupRows(pairs, ({ to }) => to);
  const day: Day = { distance: distancesFrom(depot), depot, seed, vans, areas, postcodes, ...limits };
  let tours: Block[][] = areas.map(() => []);
  const spilled: Block[] = [];
  const whoMay = (door: DoorToPlan) => [...areas.keys()].filter((index) => isInArea([door], day, index));
  // Usually all couriers drive everywhere, or their areas don’t overlap.
  const free = doors.filter(({ id }) => !bringers.has(id));
  for (const some of groupRows(free, (door) => whoMay(door).join()).values()) {
    const among = some[0] ? whoMay(some[0]) : [];
    const cut = among.length > 0 ? cutEvenly(sweep(some, among.length, day), among, day) : { tours: [], left: [] };
    for (const [at, tour] of cut.tours.entries()) tours[among[at] ?? 0]?.push(...tour);
    spilled.push(...(among.length > 0 ? cut.left : sweep(some, 1, day)));
  }
  for (const [index, tour] of tours.entries()) spilled.push(...trim(tour, index, day));
  let left = insert(spilled, tours, day);
  tours = order(tours, day);
  if (isExchanging && tours.flat().some(({ at }) => at)) {
    const longest = Math.max(...tours.map((tour) => minutesOfTour(tour, tourLength(tour, day.distance))));
    const maxMinutes = Math.min(longest * MAX_LONGER, limits.maxMinutes ?? Number.POSITIVE_INFINITY);
    exchangeStops(
      tours,
      day.distance,
      tours.map((_, index) => fitsWithin({ ...day, maxMinutes }, index)),
    );
    tours = order(tours, day);
    left = insert(left, tours, day);
  }
  const why = new Map<Block, LeftReason>();
  const keep = () => {
    const kept = keepLimits(tours, day);
    tours = kept.tours;
    for (const block of kept.over) why.set(block, 'room');
    left.push(...kept.over);
  };
  if (bringers.size > 0 || tours.flat().some(({ window }) => window)) {
    keep();
    // Doors that were taken out have made room.
    left = insert(left, tours, day);
    for (const door of doors.filter(({ id }) => bringers.has(id))) {
      const block = newBlock([door], door.at);
      const from = (bringers.get(door.id) ?? []).map(({ id }) => id);
      const isAfter = (tour: readonly Block[], place: number) => from.every((id) => hasDoor(tour.slice(0, place), id));
      if (insertBlock(block, tours, day, isAfter)) continue;
      if (!tours.some((tour) => isAfter(tour, tour.length))) why.set(block, 'collection');
      left.push(block);
    }
    keep();
  }
  const leave = (block: Block) =>
    block.doors.map(({ id }) => ({ id, reason: why.get(block) ?? whyLeft(block, tours, day) }));
  return {
    tours: tours.map((tour, index) => plannedTour(tour, hoursOf(day, index))),
    left: left.flatMap(leave),
    placed: doors.filter(({ at }) => at).length,
    of: doors.length,
  };
}

const hasDoor = (blocks: readonly Block[], id: string): boolean =>
  blocks.some(({ doors }) => doors.some((door) => door.id === id));

interface Day extends Pick<SplitOptions, 'depot' | 'maxStops' | 'maxMinutes'> {
  vans: readonly Van[];
  areas: readonly ReturnType<typeof areaOf>[];
  /** The keys are ids of doors. */
  postcodes: ReadonlyMap<string, string>;
  distance: Distance;
  seed: number;
}

function minutesOfTour(tour: readonly Block[], km: number): number {
  const totals = totalsOf(tour);
  return minutesOf(totals.stops, knownKm(totals, km));
}

const hoursOf = ({ depot, vans }: Day, index: number) => ({ depot, end: depot, startAt: vans[index]?.startAt });

function plannedTour(tour: readonly Block[], hours: ReturnType<typeof hoursOf>): PlannedTour {
  const { depot } = hours;
  const inBlocks = tour.map(({ doors, at }) => doors.map((door) => ({ door, address: door.address, at })));
  // Doors of one place may have different hours.
  const places = tour.some(({ window }) => window) ? inBlocks : groupPlaces(inBlocks.flat());
  const doors = alongStreets(places).map(({ door }) => door);
  const km = knownKm(totalsOf(tour), lengthOf(doors, depot, depot));
  const late = listLate(doors, hours);
  const minutes = minutesOf(totalsOf(tour).stops, km);
  return {
    ids: doors.map(({ id }) => id),
    km,
    minutes: doors.some(({ window }) => window) ? Math.max(minutes, dayLength(doors, hours)) : minutes,
    ...(late.length > 0 && { late }),
  };
}

function fitsWithin(day: Day, index: number): Fits {
  const { maxStops = Number.POSITIVE_INFINITY, maxMinutes = Number.POSITIVE_INFINITY } = day;
  const most = Math.min(maxMinutes, day.vans[index]?.maxMinutes ?? Number.POSITIVE_INFINITY);
  return (tour, km) => {
    const { stops, parcels } = totalsOf(tour);
    return (
      stops <= maxStops &&
      parcels <= MAX_TASKS &&
      minutesOfTour(tour, km) <= most + EPSILON &&
      isWithin(leastRoom(tour), day.vans[index]) &&
      tour.every(({ doors }) => isInArea(doors, day, index))
    );
  };
}

const isWithin = (load: Load, { room = {} }: Van = {}): boolean =>
  LOADS.every((of) => load[of] <= (room[of] ?? Number.POSITIVE_INFINITY) + EPSILON);

const isInArea = (doors: readonly DoorToPlan[], { vans, areas, postcodes }: Day, index: number): boolean =>
  !vans[index]?.area || doors.every(({ id }) => areas[index]?.(postcodes.get(id) ?? ''));

function sweep(
  doors: readonly DoorToPlan[],
  couriers: number,
  { depot, maxStops = Number.POSITIVE_INFINITY }: Day,
): Block[] {
  const stops = doors.reduce((sum, door) => sum + door.stops, 0);
  const mostStops = Math.max(1, Math.floor(Math.min(stops / couriers, maxStops) * MAX_SHARE_OF_BLOCK));
  const known = doors.filter(({ at }) => at);
  const findNearest = nearestByAddress(known);
  const places = new Map<string, DoorToPlan[]>();
  for (const door of doors) {
    const { at } = door.at ? door : (findNearest(door) ?? door);
    const { from = '', until = '' } = door.window ?? {};
    const key = [at?.lat, at?.lng, from, until, door.collects ? door.id : ''].join(' ');
    places.set(key, [...(places.get(key) ?? []), door]);
  }
  const centre = depot ?? medianOf(known.flatMap(({ at }) => at ?? []));
  const around = [...places.values()].map((some) => {
    const at = some.find((door) => door.at)?.at;
    return { at, some, angle: at ? angleOf(centre, at) : 0 };
  });
  around.sort((one, other) => one.angle - other.angle);
  return fromWidestGap(around).flatMap(({ at, some }) =>
    chunk(some.length > 1 ? insertByAddress([], some) : some, mostStops).map((part) => newBlock(part, at)),
  );
}

const angleOf = (centre: Point, { lat, lng }: Point): number =>
  Math.atan2(lat - centre.lat, (lng - centre.lng) * Math.cos((centre.lat * Math.PI) / 180));

/** A tour that goes over the gap would be split. */
function fromWidestGap<Some extends { angle: number }>(around: readonly Some[]): Some[] {
  const gapBefore = (index: number) => {
    const [one, before] = [around[index]?.angle ?? 0, around.at(index - 1)?.angle ?? 0];
    return index === 0 ? one + 2 * Math.PI - before : one - before;
  };
  const widest = around.reduce((best, _, index) => (gapBefore(index) > gapBefore(best) ? index : best), 0);
  return [...around.slice(widest), ...around.slice(0, widest)];
}

function chunk(doors: readonly DoorToPlan[], mostStops: number): DoorToPlan[][] {
  const chunks: DoorToPlan[][] = [];
  let stops = Number.POSITIVE_INFINITY;
  for (const door of doors) {
    if (stops + door.stops > mostStops) {
      chunks.push([]);
      stops = 0;
    }
    chunks.at(-1)?.push(door);
    stops += door.stops;
  }
  return chunks;
}

interface Cut {
  tours: Block[][];
  left: Block[];
}

/** Tours take about the same time. */
function cutEvenly(blocks: readonly Block[], among: readonly number[], day: Day): Cut {
  let best: (Cut & { longest: number; stops: number }) | null = null;
  let weights = blocks.map(({ stops }) => stops);
  for (let attempt = 0; attempt < CUTS; attempt += 1) {
    const { tours: parts, left } = cut(blocks, weights, among, day);
    const tours = order(parts, day, 0);
    const minutes = tours.map((tour) => minutesOfTour(tour, tourLength(tour, day.distance)));
    const longest = Math.max(...minutes);
    const { stops } = totalsOf(left);
    if (!best || stops < best.stops || (stops === best.stops && longest < best.longest - EPSILON)) {
      best = { tours, left, longest, stops };
    }
    const paces = new Map<Block, number>();
    for (const [index, tour] of tours.entries()) {
      for (const block of tour) paces.set(block, (minutes[index] ?? 0) / totalsOf(tour).stops);
    }
    weights = blocks.map((block) => block.stops * (paces.get(block) ?? MINUTES_PER_UNKNOWN_STOP));
  }
  return best ?? { tours: [], left: [] };
}

function cut(blocks: readonly Block[], weights: readonly number[], among: readonly number[], day: Day): Cut {
  const couriers = among.length;
  const withoutLimits = {
    ...day,
    maxMinutes: undefined,
    vans: day.vans.map((van) => ({ ...van, maxMinutes: undefined })),
  };
  const fitsOf = among.map((index) => fitsWithin(withoutLimits, index));
  const tours: Block[][] = Array.from({ length: couriers }, () => []);
  const left: Block[] = [];
  const share = weights.reduce((sum, weight) => sum + weight, 0) / couriers;
  let [courier, taken] = [0, 0];
  for (const [index, block] of blocks.entries()) {
    const weight = weights[index] ?? 0;
    const isFull = () => !fitsOf[courier]?.([...(tours[courier] ?? []), block], 0);
    while (courier < couriers - 1 && (taken + weight / 2 > share * (courier + 1) || isFull())) courier += 1;
    if (isFull()) left.push(block);
    else tours[courier]?.push(block);
    taken += weight;
  }
  return { tours, left };
}

const comesBefore = (one: Block, other: Block): boolean =>
  one !== other && one.doors.some(({ before = [] }) => before.some((id) => hasDoor([other], id)));

const stopsOf = (tour: readonly Block[]) =>
  tour.map((block, place) => ({
    ...{
      id: `${place}`,
      address: block.doors[0]?.address ?? '',
      at: block.at,
      window: block.window,
      stops: block.stops,
    },
    before: tour.flatMap((other, index) => (comesBefore(block, other) ? `${index}` : [])),
  }));

/** No tour becomes longer, unless for a window. */
function order(tours: readonly Block[][], day: Day, kicks = KICKS_PER_BLOCK): Block[][] {
  const ordered: Block[][] = [];
  for (const [index, tour] of tours.entries()) {
    const options = { ...hoursOf(day, index), seed: day.seed, steps: tour.length * kicks };
    const { ids } = orderStops(stopsOf(tour), options);
    ordered.push(ids.flatMap((id) => tour[Number(id)] ?? []));
  }
  return ordered;
}

/** Takes out what costs most time for a stop until the tour fits, and returns it. */
function trim(tour: Block[], index: number, day: Day): Block[] {
  const { distance } = day;
  const fits = fitsWithin(day, index);
  const taken: Block[] = [];
  while (tour.length > 0 && !fits(tour, tourLength(tour, distance))) {
    const detours = tour.map((block, index) => detourOf(tour, index, distance) / block.stops);
    taken.push(...tour.splice(detours.indexOf(Math.max(...detours)), 1));
  }
  return taken;
}

function detourOf(tour: readonly Block[], index: number, distance: Distance): number {
  const [before, block, after] = [tour[index - 1], tour[index], tour[index + 1]];
  return distance(before, block) + distance(block, after) - distance(before, after);
}

function insert(blocks: readonly Block[], tours: Block[][], day: Day): Block[] {
  return blocks.flatMap((block) => {
    if (insertBlock(block, tours, day)) return [];
    const single = block.doors.length > 1 ? block.doors.map((door) => newBlock([door], block.at)) : [block];
    return single.filter((one) => block.doors.length === 1 || !insertBlock(one, tours, day));
  });
}

function insertBlock(
  block: Block,
  tours: Block[][],
  day: Day,
  isAllowed: (tour: readonly Block[], place: number) => boolean = () => true,
): boolean {
  const { distance } = day;
  const fitsOf = tours.map((_, at) => fitsWithin(day, at));
  let best: { tour: Block[]; index: number; cost: number; stops: number } | null = null;
  for (const [at, tour] of tours.entries()) {
    const km = tourLength(tour, distance);
    const { stops } = totalsOf(tour);
    let [cost, index] = [Number.POSITIVE_INFINITY, 0];
    for (let place = 0; place <= tour.length; place += 1) {
      const [before, after] = [tour[place - 1], tour[place]];
      const added = distance(before, block) + distance(block, after) - distance(before, after);
      if (added < cost && isAllowed(tour, place)) [cost, index] = [added, place];
    }
    const isBetter = !best || cost < best.cost - EPSILON || (cost < best.cost + EPSILON && stops < best.stops);
    if (isBetter && cost < Number.POSITIVE_INFINITY && fitsOf[at]?.([...tour, block], km + cost))
      best = { tour, index, cost, stops };
  }
  best?.tour.splice(best.index, 0, block);
  return best !== null;
}

function whyLeft(block: Block, tours: readonly Block[][], day: Day): LeftReason {
  const { maxStops = Number.POSITIVE_INFINITY, maxMinutes = Number.POSITIVE_INFINITY, vans } = day;
  const inArea = [...tours.entries()].filter(([index]) => isInArea(block.doors, day, index));
  if (inArea.length === 0) return 'area';
  const withStops = inArea.filter(([, tour]) => totalsOf(tour).stops + block.stops <= maxStops);
  if (withStops.length === 0) return 'stops';
  const withTasks = withStops.filter(([, tour]) => totalsOf(tour).parcels + block.parcels <= MAX_TASKS);
  if (withTasks.length === 0) return 'parcels';
  const withRoom = withTasks.filter(([index, tour]) => isWithin(leastRoom([...tour, block]), vans[index]));
  if (withRoom.length === 0) return 'room';
  return withRoom.every(([index]) => (vans[index]?.maxMinutes ?? Number.POSITIVE_INFINITY) < maxMinutes)
    ? 'hours'
    : 'minutes';
}

/** Searches longer, and gives what is late or has no room to a tour that keeps its limits. */
function keepLimits(tours: Block[][], day: Day): { tours: Block[][]; over: Block[] } {
  const lateIn = (tour: readonly Block[], index: number) =>
    listLate(stopsOf(tour), hoursOf(day, index)).flatMap(({ id }) => tour[Number(id)] ?? []);
  const fitsAlong = (tour: readonly Block[], index: number) => isWithin(mostAboard(tour), day.vans[index]);
  /** Collecting later may make room. */
  const makeRoom = (tour: Block[], index: number): Block[] => {
    if (fitsAlong(tour, index)) return tour;
    const late = lateIn(tour, index).length;
    const places = [...tour.keys()];
    const moves = places
      .filter((from) => isCollecting(tour[from]))
      .flatMap((from) => places.slice(from + 1).map((to) => ({ from, to })));
    for (const { from, to } of moves) {
      const moved = tour.toSpliced(from, 1).toSpliced(to, 0, ...tour.slice(from, from + 1));
      const isInOrder = stopsOf(moved).every(({ before }, place) => before.every((id) => Number(id) > place));
      if (isInOrder && fitsAlong(moved, index) && lateIn(moved, index).length <= late) return moved;
    }
    return tour;
  };
  const orderOne = (tour: Block[], index: number) => {
    const { ids } = orderStops(stopsOf(tour), { ...hoursOf(day, index), seed: day.seed });
    const ordered = makeRoom(
      ids.flatMap((id) => tour[Number(id)] ?? []),
      index,
    );
    return { tour: ordered, late: lateIn(ordered, index) };
  };
  const kept = tours.map(orderOne);
  const over: Block[] = [];
  const giveAway = (block: Block, from: number): boolean =>
    kept.some((theirs, other) => {
      if (other === from) return false;
      const more = orderOne([...theirs.tour, block], other);
      const fits =
        fitsWithin(day, other)(more.tour, tourLength(more.tour, day.distance)) && fitsAlong(more.tour, other);
      if (!fits || more.late.length > theirs.late.length) return false;
      kept[other] = more;
      return true;
    });
  for (const [index, own] of kept.entries()) {
    const isTied = (block: Block) => own.tour.some((other) => comesBefore(block, other) || comesBefore(other, block));
    for (const block of own.late) {
      if (!isTied(block) && giveAway(block, index)) own.tour = own.tour.filter((one) => one !== block);
    }
    while (!fitsAlong(own.tour, index)) {
      const without = (block: Block) => own.tour.filter((one) => one !== block && !comesBefore(block, one));
      const collecting = own.tour
        .filter(isCollecting)
        .toSorted((one, other) => one.collects.pieces - other.collects.pieces);
      const block = collecting.find((one) => fitsAlong(without(one), index)) ?? collecting.at(-1);
      if (!block) break;
      const rest = without(block);
      const taken = own.tour.filter((one) => !rest.includes(one));
      if (taken.length > 1 || !giveAway(block, index)) over.push(...taken);
      own.tour = rest;
    }
  }
  const ordered = kept.map(({ tour }, index) => {
    const again = orderOne(tour, index).tour;
    return fitsAlong(again, index) ? again : tour;
  });
  return { tours: ordered, over };
}

const isCollecting = (block: Block | undefined): boolean => block !== undefined && block.collects.pieces > 0;
