import { text } from 'node:stream/consumers';
import { orderStops } from '../../../src/domain/routing/order-stops.ts';
import type { DoorToPlan } from '../../../src/domain/routing/planned-tour.ts';
import { type SplitDay, type SplitOptions, splitDay } from '../../../src/domain/routing/split-day.ts';
import type { OrderedStops, OrderOptions, StopToOrder } from '../../../src/domain/routing/stop-to-order.ts';

export interface Searches {
  order: { input: { stops: readonly StopToOrder[]; options: Omit<OrderOptions, 'isOver'> }; found: OrderedStops };
  split: { input: { doors: readonly DoorToPlan[]; options: SplitOptions }; found: SplitDay };
}

export type Search = { [Kind in keyof Searches]: { kind: Kind } & Searches[Kind]['input'] }[keyof Searches];

const find = (search: Search): OrderedStops | SplitDay =>
  search.kind === 'order' ? orderStops(search.stops, search.options) : splitDay(search.doors, search.options);

if (import.meta.main) {
  // systemd asks every process to end, but the server waits for this search.
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => undefined);
  process.stdout.write(JSON.stringify(find(JSON.parse(await text(process.stdin)) as Search)));
}
