import type { OrderedStops } from '../../../domain/routing/stop-to-order.ts';
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
  worker.postMessage({ stops, options } satisfies StopsToOrder);
  return ordered.finally(() => worker.terminate());
}
