import type { PageMessage, WorkerMessage } from './messages.ts';

const ANSWER_WITHIN_MS = 3_000;

/** Sends the worker a message and waits for its reply; null without a worker or a timely reply. */
export function postToWorker(message: PageMessage, withinMs = ANSWER_WITHIN_MS): Promise<WorkerMessage | null> {
  const worker = navigator.serviceWorker?.controller;
  if (!worker) return Promise.resolve(null);
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }: MessageEvent<WorkerMessage>) => resolve(data);
    setTimeout(() => resolve(null), withinMs);
    worker.postMessage(message, [port2]);
  });
}
