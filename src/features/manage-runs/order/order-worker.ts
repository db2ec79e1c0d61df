/** Orders stops beside the page, which stays smooth. */
import {
  type OrderedStops,
  type OrderOptions,
  orderStops,
  type StopToOrder,
} from '../../../domain/routing/order-stops.ts';

export interface StopsToOrder {
  stops: StopToOrder[];
  options: Pick<OrderOptions, 'depot' | 'end'>;
}

addEventListener('message', ({ data }: MessageEvent<StopsToOrder>) => {
  postMessage(orderStops(data.stops, data.options) satisfies OrderedStops);
});
