import type { Point } from '../places/places.ts';

export interface Minutes {
  from: number;
  until: number;
}

export interface LateStop {
  id: string;
  minutes: number;
}

export interface StopToOrder {
  id: string;
  address: string;
  /** Missing where the place is not known. */
  at?: Point | undefined;
  /** The place is the middle of its street or postcode. */
  isAbout?: boolean | undefined;
  /** Minutes of the day between which the van has to come. */
  window?: Minutes | undefined;
  /** Stops to which the van comes later: what it collects here goes there. */
  before?: readonly string[] | undefined;
  /** How many there are at one door; 1 if missing. */
  stops?: number | undefined;
}

export interface DayHours {
  /** When the van leaves the depot or its last stop, as a minute of the day. */
  startAt?: number | undefined;
  /** What a stop takes this courier, with the way there. */
  minutesPerStop?: number | undefined;
}

export interface OrderOptions extends DayHours {
  /** Where the van is, such as the depot; missing: it begins at any stop. */
  depot?: Point | undefined;
  /** Where it goes at last; missing: it ends at any stop. */
  end?: Point | undefined;
  /** How often a part of the tour is taken apart and mended. */
  steps?: number;
  /** A clock that ends the search before its last step. */
  isOver?: () => boolean;
  seed?: number;
}

export interface OrderedStops {
  ids: string[];
  /** Kilometres through the known places, before and after; null if most places are unknown. */
  kmNow: number | null;
  kmThen: number | null;
  /** How many doors are known, of all stops, and how many only by street or postcode. */
  placed: number;
  about?: number;
  of: number;
  /** Windows that this order misses, by so many minutes. */
  late?: LateStop[];
}
