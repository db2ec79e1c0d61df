import { createTRPCClient, httpSubscriptionLink } from '@trpc/client';
import { EventSource } from 'eventsource';
import type { AppRouter } from '../../server/router.ts';
import { type LiveNews, MOST_FOLLOWED } from '../domain/live.ts';
import type { Want } from './live-wants.ts';
import { type ServerError, serverErrorOf } from './server-error.ts';
import { headersOf, url } from './trpc.ts';

/** A subscription, with the token in a header: the browser's own EventSource could only put it into the address. */
const client = createTRPCClient<AppRouter>({
  links: [
    httpSubscriptionLink({
      url,
      EventSource,
      eventSourceOptions: ({ op }) => ({
        fetch: (address, init) => fetch(address, { ...init, headers: { ...init.headers, ...headersOf(op.context) } }),
      }),
    }),
  ],
});

interface Listener {
  /** From now on every change is told. */
  onOpen(): void;
  onNews(news: LiveNews): void;
  /** There is nothing more to come: the server has ended it (null), refused it, or cannot be reached. */
  onEnd(problem: ServerError | null): void;
}

/** Opens a stream of news of what is wanted. The answer closes it, whereupon nothing more is called. */
export function openStream(wants: readonly Want[], { onOpen, onNews, onEnd }: Listener): () => void {
  const shipments = wants.filter(({ topic }) => topic.startsWith('shipment '));
  const trackingIds = [...new Set(shipments.map(({ topic }) => topic.slice('shipment '.length)))];
  const grants = shipments.flatMap(({ grant }) => grant ?? []);
  let isOpen = false;
  let isOver = false;

  const end = (problem: ServerError | null) => {
    if (isOver) return;
    isOver = true;
    subscription.unsubscribe();
    onEnd(problem);
  };
  const subscription = client.live.follow.subscribe(
    {
      trackingIds: trackingIds.slice(0, MOST_FOLLOWED),
      own: wants.some(({ topic }) => topic === 'own'),
      managed: wants.some(({ topic }) => topic === 'managed'),
    },
    {
      context: { grant: grants.length > 0 ? grants.join(', ') : null },
      onData(news) {
        if (isOver) return;
        if (!isOpen) onOpen();
        isOpen = true;
        onNews(news);
      },
      // It would try again by itself, every three seconds for ever and all browsers at once.
      onConnectionStateChange: ({ error }) => error && end(serverErrorOf(error)),
      onError: (error) => end(serverErrorOf(error)),
      onComplete: () => end(null),
    },
  );
  return () => {
    isOver = true;
    subscription.unsubscribe();
  };
}
