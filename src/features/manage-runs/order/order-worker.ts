/** Orders stops beside the page, which stays smooth. */
import { orderStops } from '../../../domain/routing/order-stops.ts';
import type { OrderedStops, OrderOptions, StopToOrder } from '../../../domain/routing/stop-to-order.ts';

export interface StopsToOrder {
  stops: StopToOrder[];
  options: Omit<OrderOptions, 'isOver'>;
}

addEventListener('message', ({ data }: MessageEvent<StopsToOrder>) => {
  postMessage(orderStops(data.stops, data.options) satisfies OrderedStops);
});
