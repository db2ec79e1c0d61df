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
  /** It is only the middle of its street or postcode. */
  isAbout?: boolean | undefined;
  /** The van has to come between these minutes of the day. */
  window?: Minutes | undefined;
  /** It collects here what goes to these stops, so they come later. */
  before?: readonly string[] | undefined;
  /** It counts the stops at one door; 1 if missing. */
  stops?: number | undefined;
}

export interface DayHours {
  /** The van leaves the depot or its last stop at this minute of the day. */
  startAt?: number | undefined;
  /** The way there is part of it. */
  minutesPerStop?: number | undefined;
}

export interface OrderOptions extends DayHours {
  /** If it is missing, the tour begins at any stop. */
  depot?: Point | undefined;
  /** If it is missing, the tour ends at any stop. */
  end?: Point | undefined;
  /** A step takes a part of the tour apart and mends it. */
  steps?: number;
  /** It ends the search before its last step. */
  isOver?: () => boolean;
  seed?: number;
}

export interface OrderedStops {
  ids: string[];
  /** The way leads through known places; null if most are unknown. */
  kmNow: number | null;
  kmThen: number | null;
  /** `about` counts stops known only by street or postcode. */
  placed: number;
  about?: number;
  of: number;
  /** The order misses these windows, by so many minutes. */
  late?: LateStop[];
}
