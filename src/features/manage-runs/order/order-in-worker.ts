import type { OrderedStops } from '../../../domain/routing/order-stops.ts';
import { trustedWorkerUrl } from '../../../pwa/trusted-workers.ts';
import type { StopsToOrder } from './order-worker.ts';
import orderWorkerUrl from './order-worker.ts?worker&url';

/** Orders stops on this device. @throws if the worker does not start. */
export function orderInWorker({ stops, options }: StopsToOrder): Promise<OrderedStops> {
  const worker = new Worker(trustedWorkerUrl(orderWorkerUrl), { type: 'module' });
  const ordered = new Promise<OrderedStops>((resolve, reject) => {
    worker.addEventListener('message', ({ data }: MessageEvent<OrderedStops>) => resolve(data));
    worker.addEventListener('error', () => reject(new Error('The stops could not be ordered on this device')));
  });
  const asked: StopsToOrder = { stops: stops.map(({ id, address, at }) => ({ id, address, at })), options };
  worker.postMessage(asked);
  return ordered.finally(() => worker.terminate());
}
