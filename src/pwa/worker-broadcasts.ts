import type { WorkerBroadcast } from './messages.ts';

type NewsOf<Type extends WorkerBroadcast['type']> = Extract<WorkerBroadcast, { type: Type }>;

/** The listener's return value is the reply. */
export function onWorkerBroadcast<Type extends WorkerBroadcast['type']>(
  type: Type,
  listener: (news: NewsOf<Type>) => unknown,
): () => void {
  const onMessage = ({ data, ports }: MessageEvent<WorkerBroadcast>) => {
    if (data.type !== type) return;
    const answer = listener(data as NewsOf<Type>);
    ports[0]?.postMessage(answer);
  };
  navigator.serviceWorker?.addEventListener('message', onMessage);
  return () => navigator.serviceWorker?.removeEventListener('message', onMessage);
}
