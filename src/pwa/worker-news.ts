import type { WorkerNews } from './messages.ts';

type NewsOf<Type extends WorkerNews['type']> = Extract<WorkerNews, { type: Type }>;

/** Calls back when the worker tells this; what the listener returns is its answer. The answer of this takes it back. */
export function onNews<Type extends WorkerNews['type']>(
  type: Type,
  listener: (news: NewsOf<Type>) => unknown,
): () => void {
  const onMessage = ({ data, ports }: MessageEvent<WorkerNews>) => {
    if (data.type !== type) return;
    const answer = listener(data as NewsOf<Type>);
    ports[0]?.postMessage(answer);
  };
  navigator.serviceWorker?.addEventListener('message', onMessage);
  return () => navigator.serviceWorker?.removeEventListener('message', onMessage);
}
