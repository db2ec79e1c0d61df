import { drivenKm, KM_PER_HOUR, MINUTES_PER_STOP, randomOf } from '../../src/domain/routing/driven.ts';
import type { StopToOrder } from '../../src/domain/routing/stop-to-order.ts';

export const DEPOT = { lat: 57.7, lng: 11.97 };
const DAY_STARTS = 8 * 60;
const MAX_STOPS = 60;

/** A day that is possible, since its windows were put around a van's times; and that van's order. */
export function simulateDay(seed: number, most = MAX_STOPS): { stops: StopToOrder[]; driven: StopToOrder[] } {
  const random = randomOf(seed);
  const part = () => random(1e6) / 1e6;
  const left = Array.from({ length: 6 + random(most - 5) }, (_, index) => ({
    id: `${index}`,
    at: { lat: DEPOT.lat + (part() - 0.5) * 0.1, lng: DEPOT.lng + (part() - 0.5) * 0.2 },
  }));
  const [share, width, isOrderly] = [0.1 + 0.9 * part(), 30 + random(120), random(3) > 0];
  let [clock, place] = [DAY_STARTS, DEPOT];
  const driven: StopToOrder[] = [];
  while (left.length > 0) {
    const near = left.toSorted((one, other) => drivenKm(place, one.at) - drivenKm(place, other.at));
    const next = near[random(isOrderly ? Math.min(3, near.length) : near.length)] ?? near[0];
    if (!next) break;
    left.splice(left.indexOf(next), 1);
    clock += (drivenKm(place, next.at) * 60) / KM_PER_HOUR;
    place = next.at;
    const from = Math.floor(clock - part() * width);
    const window = part() < share ? { from, until: Math.max(Math.ceil(clock), from + width) } : undefined;
    driven.push({ ...next, address: '', window });
    clock += MINUTES_PER_STOP;
  }
  // One collection in ten goes to two later doors of the same van.
  const stops = driven.map((stop, index) => {
    const later = driven.slice(index + 1);
    if (later.length < 2 || random(10) > 0) return stop;
    return {
      ...stop,
      before: [later[random(later.length)], later[random(later.length)]].flatMap((one) => one?.id ?? []),
    };
  });
  return { stops: stops.toSorted((one, other) => Number(one.id) - Number(other.id)), driven };
}
