/** A day’s parcels, split among couriers: a sweep around the depot, then exchanges between neighbours. */

import { medianOf, type Point } from '../places/places.ts';
import { MAX_TASKS } from '../runs/facts.ts';
import { alongStreets, groupPlaces } from './along-streets.ts';
import { MINUTES_PER_UNKNOWN_STOP } from './driven.ts';
import { exchangeStops, type Fits } from './exchange-stops.ts';
import { insertByAddress, nearestByAddress } from './order-by-address.ts';
import { lengthOf, orderStops } from './order-stops.ts';
import type { LeftReason } from './plan.ts';
import {
  type Block,
  type Distance,
  type DoorToPlan,
  distancesFrom,
  knownKm,
  minutesOf,
  newBlock,
  type PlannedTour,
  totalsOf,
  tourLength,
} from './planned-tour.ts';

export interface SplitOptions {
  couriers: number;
  /** Where each van starts and ends; missing: anywhere. */
  depot?: Point | undefined;
  maxStops?: number | undefined;
  maxMinutes?: number | undefined;
  seed?: number;
  /** False for the sweep alone. */
  isExchanging?: boolean;
}

export interface SplitDay {
  /** One for each courier; some are empty if there are few doors. */
  tours: PlannedTour[];
  left: { id: string; reason: LeftReason }[];
  /** How many doors have a known place, of all. */
  placed: number;
  of: number;
}

/** Of the stops that a courier gets on average: more of one place are not kept together. */
const MAX_SHARE_OF_BLOCK = 0.25;
const CUTS = 4;
/** More save less than a thousandth. */
const KICKS_PER_BLOCK = 5;
/** How much longer the longest day may become where that saves kilometres. */
const MAX_LONGER = 1.05;
const EPSILON = 1e-6;

/** Splits a day; the same input gives the same tours. It takes seconds: never on a thread that others wait for. */
export function splitDay(
  doors: readonly DoorToPlan[],
  { couriers, depot, seed = 1, isExchanging = true, ...limits }: SplitOptions,
): SplitDay {
  const day: Day = { distance: distancesFrom(depot), depot, seed, ...limits };
  const blocks = sweep(doors, couriers, day);
  const cut = cutEvenly(blocks, couriers, day);
  let tours = cut.tours;
  let left = insert(cut.left, tours, day);
  tours = order(tours, day);
  if (isExchanging && blocks.some(({ at }) => at)) {
    const longest = Math.max(...tours.map((tour) => minutesOfTour(tour, tourLength(tour, day.distance))));
    const maxMinutes = Math.min(longest * MAX_LONGER, limits.maxMinutes ?? Number.POSITIVE_INFINITY);
    exchangeStops(tours, day.distance, fitsWithin({ ...day, maxMinutes }));
    tours = order(tours, day);
    left = insert(left, tours, day);
  }
  const leave = (block: Block) => block.doors.map(({ id }) => ({ id, reason: whyLeft(block, tours, day) }));
  return {
    tours: tours.map((tour) => plannedTour(tour, depot)),
    left: left.flatMap(leave),
    placed: doors.filter(({ at }) => at).length,
    of: doors.length,
  };
}

interface Day extends Pick<SplitOptions, 'depot' | 'maxStops' | 'maxMinutes'> {
  distance: Distance;
  seed: number;
}

function minutesOfTour(tour: readonly Block[], km: number): number {
  const totals = totalsOf(tour);
  return minutesOf(totals.stops, knownKm(totals, km));
}

function plannedTour(tour: readonly Block[], depot: Point | undefined): PlannedTour {
  const inBlocks = tour.flatMap((block) => block.doors.map((door) => ({ door, address: door.address, at: block.at })));
  const doors = alongStreets(groupPlaces(inBlocks)).map(({ door }) => door);
  const km = knownKm(totalsOf(tour), lengthOf(doors, depot, depot));
  return { ids: doors.map(({ id }) => id), km, minutes: minutesOf(totalsOf(tour).stops, km) };
}

const fitsWithin =
  ({ maxStops = Number.POSITIVE_INFINITY, maxMinutes = Number.POSITIVE_INFINITY }: Day): Fits =>
  (tour, km) => {
    const { stops, parcels } = totalsOf(tour);
    return stops <= maxStops && parcels <= MAX_TASKS && minutesOfTour(tour, km) <= maxMinutes + EPSILON;
  };

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
    const key = at ? `${at.lat} ${at.lng}` : '';
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

/** Cuts the sweep into tours of about the same length in time. */
function cutEvenly(blocks: readonly Block[], couriers: number, day: Day): Cut {
  let best: (Cut & { longest: number; stops: number }) | null = null;
  let weights = blocks.map(({ stops }) => stops);
  for (let attempt = 0; attempt < CUTS; attempt += 1) {
    const { tours: parts, left } = cut(blocks, weights, couriers, day);
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
  const { tours, left } = best ?? { tours: [], left: [] };
  const spilled = tours.flatMap((tour) => trim(tour, day));
  return { tours, left: [...left, ...spilled] };
}

function cut(blocks: readonly Block[], weights: readonly number[], couriers: number, day: Day): Cut {
  const fits = fitsWithin({ ...day, maxMinutes: undefined });
  const tours: Block[][] = Array.from({ length: couriers }, () => []);
  const left: Block[] = [];
  const share = weights.reduce((sum, weight) => sum + weight, 0) / couriers;
  let [courier, taken] = [0, 0];
  for (const [index, block] of blocks.entries()) {
    const weight = weights[index] ?? 0;
    const isFull = () => !fits([...(tours[courier] ?? []), block], 0);
    while (courier < couriers - 1 && (taken + weight / 2 > share * (courier + 1) || isFull())) courier += 1;
    if (isFull()) left.push(block);
    else tours[courier]?.push(block);
    taken += weight;
  }
  return { tours, left };
}

/** Orders each tour; none becomes longer. */
function order(tours: readonly Block[][], { depot, seed }: Day, kicks = KICKS_PER_BLOCK): Block[][] {
  const ordered: Block[][] = [];
  for (const tour of tours) {
    const stops = tour.map(({ at, doors }, index) => ({ id: `${index}`, address: doors[0]?.address ?? '', at }));
    const { ids } = orderStops(stops, { depot, end: depot, seed, steps: tour.length * kicks });
    ordered.push(ids.flatMap((id) => tour[Number(id)] ?? []));
  }
  return ordered;
}

/** Takes out what costs most time for a stop until the tour fits, and returns it. */
function trim(tour: Block[], { distance, ...day }: Day): Block[] {
  const fits = fitsWithin({ distance, ...day });
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

function insertBlock(block: Block, tours: Block[][], { distance, ...day }: Day): boolean {
  const fits = fitsWithin({ distance, ...day });
  let best: { tour: Block[]; index: number; cost: number; stops: number } | null = null;
  for (const tour of tours) {
    const km = tourLength(tour, distance);
    const { stops } = totalsOf(tour);
    let [cost, index] = [Number.POSITIVE_INFINITY, 0];
    for (let place = 0; place <= tour.length; place += 1) {
      const [before, after] = [tour[place - 1], tour[place]];
      const added = distance(before, block) + distance(block, after) - distance(before, after);
      if (added < cost) [cost, index] = [added, place];
    }
    const isBetter = !best || cost < best.cost - EPSILON || (cost < best.cost + EPSILON && stops < best.stops);
    if (isBetter && fits([...tour, block], km + cost)) best = { tour, index, cost, stops };
  }
  best?.tour.splice(best.index, 0, block);
  return best !== null;
}

function whyLeft(
  block: Block,
  tours: readonly Block[][],
  { maxStops = Number.POSITIVE_INFINITY }: Day,
): SplitDay['left'][number]['reason'] {
  const totals = tours.map(totalsOf);
  const withRoom = totals.filter(({ stops }) => stops + block.stops <= maxStops);
  if (withRoom.length === 0) return 'stops';
  return withRoom.some(({ parcels }) => parcels + block.parcels <= MAX_TASKS) ? 'minutes' : 'parcels';
}
