/** A synthetic town of straight streets, the same for a seed. */
import { type Door, decidePlace, type Point } from '../../src/domain/places/places.ts';

const STREETS = 60;
const TOWN_METRES = 8_000;
const HOUSE_METRES = 20;
const METRES_PER_DEGREE = 111_195;
const ORIGIN = { lat: 57.7, lng: 11.9 };
const LNG_SHRINK = Math.cos((ORIGIN.lat * Math.PI) / 180);

export interface TownDoor {
  id: string;
  street: string;
  house: number;
  at: Point;
  x: number;
  y: number;
}

const pointOf = (x: number, y: number): Point => ({
  lat: ORIGIN.lat + y / METRES_PER_DEGREE,
  lng: ORIGIN.lng + x / METRES_PER_DEGREE / LNG_SHRINK,
});

function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

export function buildTown(seed: number) {
  const random = randomOf(seed);
  const doors: TownDoor[] = [];
  for (let street = 0; street < STREETS; street += 1) {
    const [x, y] = [random() * TOWN_METRES, random() * TOWN_METRES];
    const angle = random() * 2 * Math.PI;
    const houses = 20 + Math.floor(random() * 60);
    const name = `${String.fromCharCode(65 + ((street * 7) % 26))}${street} Street`;
    for (let house = 1; house <= houses; house += 1) {
      const along = (house - houses / 2) * HOUSE_METRES;
      const [doorX, doorY] = [x + Math.cos(angle) * along, y + Math.sin(angle) * along];
      doors.push({ id: `${street}-${house}`, street: name, house, at: pointOf(doorX, doorY), x: doorX, y: doorY });
    }
  }
  const pick = (count: number) => {
    const left = [...doors];
    return Array.from({ length: count }, () => left.splice(Math.floor(random() * left.length), 1)[0]).filter(
      (door) => door !== undefined,
    );
  };
  return { doors, pick };
}

/** Postcodes are squares of this size, numbered there and back, so that neighbours follow each other. */
export function postcodeOf({ x, y }: TownDoor, metres: number): string {
  const cells = Math.ceil(TOWN_METRES / metres);
  const row = Math.floor(y / metres);
  const column = Math.floor(x / metres);
  const along = row % 2 === 0 ? column : cells - 1 - column;
  return `${row + 20}${String(along + 20).padStart(3, '0')}`;
}

export function centroidOf({ x, y }: TownDoor, metres: number): Point {
  const middle = (at: number) => (Math.floor(at / metres) + 0.5) * metres;
  return pointOf(middle(x), middle(y));
}

/** Where a door is, from the doors that somebody has visited. */
export function learnedPlaceOf(door: TownDoor, visited: readonly TownDoor[], metres: number): Point | undefined {
  const learned = visited.find(({ id }) => id === door.id);
  const street = visited.filter((one) => one.street === door.street).map(({ house, at }): Door => ({ ...at, house }));
  const postcode = postcodeOf(door, metres);
  const near = visited.filter((one) => postcodeOf(one, metres) === postcode);
  const mean = (of: (point: Point) => number) => near.reduce((sum, { at }) => sum + of(at), 0) / near.length;
  const place = decidePlace(door.house, {
    learned: learned ? { ...learned.at, radius: 20 } : null,
    given: null,
    file: null,
    geocoded: null,
    street,
    postcode: near.length > 0 ? { lat: mean(({ lat }) => lat), lng: mean(({ lng }) => lng), radius: metres / 2 } : null,
  });
  return place ?? undefined;
}
