import type { PageMessage, WorkerMessage } from './messages.ts';

/** Null if there is no worker. */
export function postToWorker(
  message: PageMessage,
  worker: ServiceWorker | null | undefined = navigator.serviceWorker?.controller,
): Promise<WorkerMessage | null> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }: MessageEvent<WorkerMessage>) => resolve(data);
    if (worker) worker.postMessage(message, [port2]);
    else resolve(null);
  });
}
