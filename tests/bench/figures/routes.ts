import { lengthOf, orderStops } from '../../../src/domain/routing/order-stops.ts';
import type { OrderOptions, StopToOrder } from '../../../src/domain/routing/stop-to-order.ts';
import type { Figure, Row } from '../figure.ts';
import { median } from '../measure-interleaved.ts';
import { buildTown, centroidOf, learnedPlaceOf, postcodeOf, type TownDoor } from '../town.ts';
import { orderOnPhone } from './order-on-phone.ts';
import { splitDays } from './split-days.ts';

const TOWNS = 12;
const SIZES = [60, 120] as const;
const BEST_STEPS_PER_STOP = 100;
const BEST_SEEDS = [1, 2];
const TOLERANCE = 1.05;
const DISTRICT_METRES = 1_000;

type Source = (door: TownDoor, visited: readonly TownDoor[]) => Omit<StopToOrder, 'id'>;

const address = ({ street, house }: TownDoor, postcode = '') => `${street} ${house}, ${postcode} Town`;
const whole = (door: TownDoor) => address(door, postcodeOf(door, DISTRICT_METRES));
const centroids =
  (metres: number): Source =>
  (door) => ({ address: address(door, postcodeOf(door, metres)), at: centroidOf(door, metres) });
const learned =
  (visits: number): Source =>
  (door, visited) => ({ address: whole(door), at: learnedPlaceOf(door, visited.slice(0, visits), DISTRICT_METRES) });

interface Case {
  name: string;
  source: Source;
  /** Median and worst of 60 stops, then of 120, in the first measurement; null if it was not noted. */
  measured: readonly [number, number | null, number, number | null];
}

const CASES: readonly Case[] = [
  { name: 'postcode, street and number', source: (door) => ({ address: whole(door) }), measured: [2, 2.5, 2.3, 2.6] },
  { name: 'postcode centroids of 1 km', source: centroids(1_000), measured: [1.17, null, 1.38, null] },
  { name: 'postcode centroids of 200 m', source: centroids(200), measured: [1.01, null, 1.04, null] },
  { name: 'doors learned from 120 visits', source: learned(120), measured: [1.6, 2.1, 2, 2.4] },
  { name: 'doors learned from 375 visits', source: learned(375), measured: [1, 1.02, 1.03, 1.07] },
  {
    name: 'true places',
    source: (door) => ({ address: whole(door), at: door.at }),
    measured: [1, 1.02, 1, 1.03],
  },
];

/** How long a suggested order is beside the best known, for each source of places. */
export const routes: Figure = {
  name: 'routes',
  async measure(workshop) {
    const tours = SIZES.flatMap((size, sizeIndex) => {
      const towns = Array.from({ length: TOWNS }, (_, index) => drive(index + 1, size));
      return CASES.map(({ name, source, measured }): Row => {
        const ratios = towns.map((town) => town.ratioOf(source));
        const [middle, worst] = [median(ratios), Math.max(...ratios)];
        const [middleBefore = 0, worstBefore = null] = measured.slice(2 * sizeIndex, 2 * sizeIndex + 2);
        const middleLimit = (middleBefore ?? 0) * TOLERANCE;
        const worstLimit = worstBefore === null ? null : worstBefore * TOLERANCE;
        return {
          what: `Length of a tour of ${size} stops by ${name}, median (worst) of ${TOWNS} towns`,
          ours: `${median(towns.map((town) => town.kmOf(source))).toFixed(0)} km`,
          comparedWith: `${median(towns.map(({ best }) => best)).toFixed(0)} km best found, ${median(towns.map(({ entered }) => entered)).toFixed(0)} as entered`,
          ratio: `${middle.toFixed(2)} (${worst.toFixed(2)})`,
          limit: `≤ ${middleLimit.toFixed(2)}${worstLimit === null ? '' : ` (${worstLimit.toFixed(2)})`}`,
          isMet: middle <= middleLimit && (worstLimit === null || worst <= worstLimit),
        };
      });
    });
    return [...tours, ...splitDays(), ...(await orderOnPhone(workshop))];
  },
};

/** One town's stops, in the order in which they were entered. */
function drive(seed: number, size: number) {
  const { pick } = buildTown(seed);
  const doors = pick(size);
  const visited = pick(500);
  const depot = doors[0]?.at;
  const round = { depot, end: depot };
  const at = new Map(doors.map((door) => [door.id, door]));
  const order = (source: Source, options: OrderOptions = {}) =>
    orderStops(
      doors.map((door) => ({ id: door.id, ...source(door, visited) })),
      { ...round, ...options },
    ).ids.flatMap((id) => at.get(id) ?? []);
  const kilometres = (list: readonly TownDoor[]) =>
    lengthOf(
      list.map((door) => ({ id: door.id, address: '', at: door.at })),
      depot,
      depot,
    );
  const trueSource: Source = (door) => ({ address: '', at: door.at });
  const steps = BEST_STEPS_PER_STOP * size;
  const best = Math.min(...BEST_SEEDS.map((other) => kilometres(order(trueSource, { seed: other, steps }))));
  const kmOf = (source: Source) => kilometres(order(source));
  return { best, entered: kilometres(doors), kmOf, ratioOf: (source: Source) => kmOf(source) / best };
}
