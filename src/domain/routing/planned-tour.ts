/** What one courier would drive, in kilometres and minutes, without knowing the streets. */

import { EARTH_METRES, type Point } from '../places/places.ts';
import { DETOUR, KM_PER_HOUR, MINUTES_PER_STOP, MINUTES_PER_UNKNOWN_STOP } from './driven.ts';
import type { LateStop, Minutes, StopToOrder } from './stop-to-order.ts';

export interface DoorToPlan extends StopToOrder {
  stops: number;
  /** Shipments. */
  parcels: number;
  /** More than its shipments where one has several. */
  pieces?: number | undefined;
  /** Sums of what is known; missing if nothing is. */
  kilograms?: number | undefined;
  litres?: number | undefined;
  collects?: Partial<Load> | undefined;
  /** The part of its parcels that the van collects on the same tour. */
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

/** Returns how long a tour takes, in minutes. */
export const minutesOf = (stops: number, km: number | null): number =>
  km === null ? stops * MINUTES_PER_UNKNOWN_STOP : stops * MINUTES_PER_STOP + (km * 60) / KM_PER_HOUR;

/** Has the length 1, so that distances need no trigonometry. */
type Vector = readonly [x: number, y: number, z: number];

/** Doors of one place, which are visited one after another. */
export interface Block {
  doors: readonly DoorToPlan[];
  stops: number;
  parcels: number;
  /** How many doors have a place of their own. */
  placed: number;
  /** Missing while no place at all is known. */
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

/** Returns what a van has aboard when it leaves and when it comes back, whichever is more: no order needs less room. */
export function leastRoom(tour: readonly Loaded[]): Load {
  const [load, collects, direct] = [
    sumOf(tour.map((one) => one.load)),
    sumOf(tour.map((one) => one.collects)),
    sumOf(tour.map((one) => one.direct)),
  ];
  return mapLoad((of) => Math.max(load[of], collects[of]) - direct[of]);
}

/** Returns the most that a van has aboard on this way. */
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

/** How far a van drives between two blocks, in kilometres; `undefined` is the depot. */
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

/** Returns the length of a tour from the depot and back, in kilometres. */
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

/** Returns a tour’s kilometres, or null while most of its places are unknown. */
export const knownKm = ({ placed, doors }: Totals, km: number): number | null => (placed * 2 < doors ? null : km);
