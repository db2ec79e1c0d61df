/** Latitudes and longitudes are degrees, distances are metres. */

export interface Point {
  lat: number;
  lng: number;
}

/** Programs write 0, 0 for an unknown place, which is in the sea. */
export const isPlace = ({ lat, lng }: Point): boolean =>
  Math.abs(lat) <= 90 && Math.abs(lng) <= 180 && (lat !== 0 || lng !== 0);

/** The first that knows decides. `street-line`: between two doors of the street. */
export const PLACE_SOURCES = ['courier', 'given', 'geocoder', 'street-line', 'street', 'file', 'postcode'] as const;
export type PlaceSource = (typeof PLACE_SOURCES)[number];

/** `radius`: how far off it may be. */
export interface Place extends Point {
  radius: number;
  source: PlaceSource;
}

export interface Door extends Point {
  house: number | null;
}

export interface KnownPlaces {
  learned: (Point & { radius: number }) | null;
  /** The desk sets it, or else the shop. */
  given: (Point & { radius: number }) | null;
  file: Point | null;
  geocoded: (Point & { radius: number }) | null;
  /** They are in any order. */
  street: readonly Door[];
  /** It is the middle of the known doors. */
  postcode: (Point & { radius: number }) | null;
}

/** Couriers taught these places. */
export const LEARNED_RADIUS = 25;
/** These places came with a shipment. */
export const GIVEN_RADIUS = 50;
export const EARTH_METRES = 6_371_000;
/** A postcode is some streets. */
const FILE_RADIUS = 500;
const LEAST_RADIUS = 20;
/** A place this coarse is a neighbourhood, such as a postcode, and no door. */
export const ABOUT_RADIUS = 200;
/** Doors further apart are two streets of one name. */
const LONGEST_STREET = 5_000;

export function metresBetween(one: Point, other: Point): number {
  const radians = (degrees: number) => (degrees * Math.PI) / 180;
  const height = Math.sin(radians(other.lat - one.lat) / 2) ** 2;
  const width = Math.sin(radians(other.lng - one.lng) / 2) ** 2;
  const slant = height + Math.cos(radians(one.lat)) * Math.cos(radians(other.lat)) * width;
  return 2 * EARTH_METRES * Math.asin(Math.min(1, Math.sqrt(slant)));
}

export const isAbout = ({ radius }: Pick<Place, 'radius'>): boolean => radius >= ABOUT_RADIUS;

export function decidePlace(house: number | null, known: KnownPlaces): Place | null {
  if (known.learned) return { ...known.learned, source: 'courier' };
  if (known.given) return { ...known.given, source: 'given' };
  if (known.geocoded) return { ...known.geocoded, source: 'geocoder' };
  const spread = spreadOf(known.street);
  const isOneStreet = known.street.length > 0 && spread.radius <= LONGEST_STREET;
  const onLine = isOneStreet && house !== null ? onStreetLine(house, known.street) : null;
  if (onLine) return { ...onLine, source: 'street-line' };
  if (isOneStreet) return { ...spread, source: 'street' };
  if (known.file) return { ...known.file, radius: FILE_RADIUS, source: 'file' };
  return known.postcode && { ...known.postcode, source: 'postcode' };
}

/** Looks between the nearest numbers on both sides, on its own side of the street if possible. */
function onStreetLine(house: number, doors: readonly Door[]): (Point & { radius: number }) | null {
  const numbered = doors.flatMap((door) => (door.house === null ? [] : [{ ...door, house: door.house }]));
  const sameSide = numbered.filter((door) => door.house % 2 === house % 2);
  for (const side of [sameSide, numbered]) {
    const low = side.filter((door) => door.house <= house).reduce(larger, null);
    const high = side.filter((door) => door.house >= house).reduce(smaller, null);
    if (!low || !high) continue;
    const share = high.house === low.house ? 0 : (house - low.house) / (high.house - low.house);
    const lat = low.lat + share * (high.lat - low.lat);
    const lng = low.lng + share * (high.lng - low.lng);
    return { lat, lng, radius: Math.max(LEAST_RADIUS, metresBetween(low, high) / 2) };
  }
  return beyondStreetLine(house, numbered);
}

/** Goes straight on from the last known numbers, for no longer than what is known. */
function beyondStreetLine(house: number, numbered: readonly Numbered[]): (Point & { radius: number }) | null {
  const first = numbered.reduce(smaller, null);
  const last = numbered.reduce(larger, null);
  if (!first || !last || first.house === last.house) return null;
  const share = (house - first.house) / (last.house - first.house);
  if (share < -1 || share > 2) return null;
  const lat = first.lat + share * (last.lat - first.lat);
  const lng = first.lng + share * (last.lng - first.lng);
  return { lat, lng, radius: Math.max(LEAST_RADIUS, metresBetween(first, last) / 2) };
}

type Numbered = Door & { house: number };
const larger = (best: Numbered | null, door: Numbered) => (best && best.house >= door.house ? best : door);
const smaller = (best: Numbered | null, door: Numbered) => (best && best.house <= door.house ? best : door);

function spreadOf(points: readonly Point[]): Point & { radius: number } {
  const centre = medianOf(points);
  const furthest = points.reduce((most, point) => Math.max(most, metresBetween(centre, point)), LEAST_RADIUS);
  return { ...centre, radius: furthest };
}

export const medianOf = (points: readonly Point[]): Point => ({
  lat: median(points.map(({ lat }) => lat)),
  lng: median(points.map(({ lng }) => lng)),
});

function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2;
}
