/** Distances and times are estimates without streets. */

import { EARTH_METRES, type Point } from '../places/places.ts';
import { DETOUR, KM_PER_HOUR, MINUTES_PER_STOP, MINUTES_PER_UNKNOWN_STOP } from './driven.ts';
import type { LateStop, Minutes, StopToOrder } from './stop-to-order.ts';

export interface DoorToPlan extends StopToOrder {
  stops: number;
  /** Shipments. */
  parcels: number;
  /** More than its shipments where one has several. */
  pieces?: number | undefined;
  /** Sums leave out what is unknown. */
  kilograms?: number | undefined;
  litres?: number | undefined;
  collects?: Partial<Load> | undefined;
  /** The van collects this part of its parcels on the same tour. */
  direct?: Partial<Load> | undefined;
}

export interface PlannedTour {
  ids: string[];
  /** Null while most of its places are unknown. */
  km: number | null;
  minutes: number;
  /** Stops whose window it misses. */
  late?: LateStop[];
}

export const minutesOf = (stops: number, km: number | null): number =>
  km === null ? stops * MINUTES_PER_UNKNOWN_STOP : stops * MINUTES_PER_STOP + (km * 60) / KM_PER_HOUR;

/** Its length is 1, so that distances need no trigonometry. */
type Vector = readonly [x: number, y: number, z: number];

/** The van visits these doors of one place one after another. */
export interface Block {
  doors: readonly DoorToPlan[];
  stops: number;
  parcels: number;
  placed: number;
  /** Missing while no place is known. */
  at: Point | undefined;
  vector: Vector | undefined;
  /** The window that suits all its doors. */
  window: Minutes | undefined;
  load: Load;
  collects: Load;
  direct: Load;
}

export const LOADS = ['pieces', 'kilograms', 'litres'] as const;
export type Load = Record<(typeof LOADS)[number], number>;

const mapLoad = (of: (load: (typeof LOADS)[number]) => number): Load => ({
  pieces: of('pieces'),
  kilograms: of('kilograms'),
  litres: of('litres'),
});

const sumOf = (loads: readonly (Partial<Load> | undefined)[]): Load =>
  mapLoad((load) => loads.reduce((sum, one) => sum + (one?.[load] ?? 0), 0));

type Loaded = Pick<Block, 'load' | 'collects' | 'direct'>;

/** Returns the load at the start or the end, whichever is more: no order needs less room. */
export function leastRoom(tour: readonly Loaded[]): Load {
  const [load, collects, direct] = [
    sumOf(tour.map((one) => one.load)),
    sumOf(tour.map((one) => one.collects)),
    sumOf(tour.map((one) => one.direct)),
  ];
  return mapLoad((of) => Math.max(load[of], collects[of]) - direct[of]);
}

export function mostAboard(tour: readonly Loaded[]): Load {
  const [load, direct] = [sumOf(tour.map((one) => one.load)), sumOf(tour.map((one) => one.direct))];
  return mapLoad((of) => {
    let aboard = load[of] - direct[of];
    return Math.max(aboard, ...tour.map((one) => (aboard += one.collects[of] - one.load[of])));
  });
}

export const newBlock = (doors: readonly DoorToPlan[], at: Point | undefined): Block => ({
  doors,
  stops: doors.reduce((sum, { stops }) => sum + stops, 0),
  parcels: doors.reduce((sum, { parcels }) => sum + parcels, 0),
  placed: doors.filter((door) => door.at).length,
  at,
  vector: at && vectorOf(at),
  window: doors[0]?.window,
  load: sumOf(doors.map(({ parcels, pieces = parcels, kilograms, litres }) => ({ pieces, kilograms, litres }))),
  collects: sumOf(doors.map(({ collects }) => collects)),
  direct: sumOf(doors.map(({ direct }) => direct)),
});

function vectorOf({ lat, lng }: Point): Vector {
  const [north, east] = [(lat * Math.PI) / 180, (lng * Math.PI) / 180];
  return [Math.cos(north) * Math.cos(east), Math.cos(north) * Math.sin(east), Math.sin(north)];
}

/** The unit is kilometres; `undefined` is the depot. */
export type Distance = (one: Block | undefined, other: Block | undefined) => number;

export function distancesFrom(depot: Point | undefined): Distance {
  const home = depot && vectorOf(depot);
  return (one, other) => {
    const [from, to] = [one ? one.vector : home, other ? other.vector : home];
    if (!from || !to) return 0;
    const chord = Math.sqrt((from[0] - to[0]) ** 2 + (from[1] - to[1]) ** 2 + (from[2] - to[2]) ** 2);
    return (2 * DETOUR * EARTH_METRES * Math.asin(Math.min(1, chord / 2))) / 1000;
  };
}

/** The tour, in kilometres, starts and ends at the depot. */
export function tourLength(tour: readonly Block[], distance: Distance): number {
  if (tour.length === 0) return 0;
  const there = tour.reduce((sum, block, index) => sum + distance(tour[index - 1], block), 0);
  return there + distance(tour.at(-1), undefined);
}

export type Totals = Pick<Block, 'stops' | 'parcels' | 'placed'> & { doors: number };

export function totalsOf(tour: readonly Block[]): Totals {
  const totals: Totals = { stops: 0, parcels: 0, placed: 0, doors: 0 };
  for (const { stops, parcels, placed, doors } of tour) {
    totals.stops += stops;
    totals.parcels += parcels;
    totals.placed += placed;
    totals.doors += doors.length;
  }
  return totals;
}

/** Null while most places are unknown. */
export const knownKm = ({ placed, doors }: Totals, km: number): number | null => (placed * 2 < doors ? null : km);
