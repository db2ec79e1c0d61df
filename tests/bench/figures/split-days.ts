import { orderStops } from '../../../src/domain/routing/order-stops.ts';
import type { DoorToPlan } from '../../../src/domain/routing/planned-tour.ts';
import { splitDay } from '../../../src/domain/routing/split-day.ts';
import { type Row, ratioRow } from '../figure.ts';
import { median } from '../measure-interleaved.ts';
import { buildTown } from '../town.ts';

const TOWNS = 12;
const DAYS = [
  { couriers: 3, stops: 120 },
  { couriers: 6, stops: 360 },
];
/** In the middle of the town, and at its corner. */
const DEPOTS = [
  { lat: 57.736, lng: 11.967 },
  { lat: 57.7, lng: 11.9 },
];

/**
 * The kilometres of a plan beside the best of two ways to share a day by hand, in the order of
 * entry: so many parcels each, or in turns. Each courier’s stops are in the best order found.
 */
export function splitDays(): Row[] {
  return DAYS.map(({ couriers, stops }) => {
    const days = Array.from({ length: TOWNS }, (_, index) => drive(index + 1, couriers, stops));
    const middle = (read: (day: (typeof days)[number]) => number) => median(days.map(read)).toFixed(0);
    return ratioRow({
      what: `A day of ${stops} stops planned for ${couriers} couriers, median of ${TOWNS} towns`,
      ours: `${middle(({ planned }) => planned)} km, longest day ${middle(({ longest }) => longest)} min`,
      comparedWith: `${middle(({ byHand }) => byHand)} km by hand in order of entry, ${middle(({ swept }) => swept)} km the sweep alone`,
      ratio: median(days.map(({ planned, byHand }) => planned / byHand)),
      limit: { atMost: 0.6 },
    });
  });
}

function drive(seed: number, couriers: number, stops: number) {
  const depot = DEPOTS[seed % DEPOTS.length];
  const doors = buildTown(seed)
    .pick(stops)
    .map(({ id, street, house, at }): DoorToPlan => ({ id, address: `${street} ${house}`, at, stops: 1, parcels: 1 }));
  const share = Math.ceil(stops / couriers);
  const kmOf = (courierOf: (index: number) => number) =>
    Array.from({ length: couriers }, (_, courier) => {
      const own = doors.filter((_door, index) => courierOf(index) === courier);
      return orderStops(own, { depot, end: depot }).kmThen ?? 0;
    }).reduce((sum, km) => sum + km, 0);
  const plan = splitDay(doors, { couriers, depot });
  const total = ({ tours }: typeof plan) => tours.reduce((sum, { km }) => sum + (km ?? 0), 0);
  return {
    planned: total(plan),
    longest: Math.max(...plan.tours.map(({ minutes }) => minutes)),
    swept: total(splitDay(doors, { couriers, depot, isExchanging: false })),
    byHand: Math.min(
      kmOf((index) => Math.floor(index / share)),
      kmOf((index) => index % couriers),
    ),
  };
}
