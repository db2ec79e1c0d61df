import type { inferRouterError, inferRouterInputs } from '@trpc/server';
import { EventSource } from 'eventsource';
import type { AppRouter } from '../../../server/routers/router.ts';
import { type LiveNews, MOST_FOLLOWED } from '../../domain/live-news.ts';
import { headersOf, url } from '../calls/call-context.ts';
import { CallError, type ServerError } from '../calls/call-error.ts';
import { serverRejection, silenceReason } from '../calls/failure-reason.ts';
import type { Want } from './live-wants.ts';

interface Listener {
  /** From now on every change is told. */
  onOpen(): void;
  onNews(news: LiveNews): void;
  /** There is nothing more to come: the server has ended it (null), refused it, or cannot be reached. */
  onEnd(problem: ServerError | null): void;
}

/**
 * Opens a stream of news of what is wanted. The answer closes it, whereupon nothing more is called.
 *
 * It reads the events of a tRPC subscription itself. The library's link for them stands in the same file as the client that
 * every page carries, and would go with it; and it tries again by itself, every three seconds for ever and all browsers at
 * once.
 */
export function openStream(wants: readonly Want[], { onOpen, onNews, onEnd }: Listener): () => void {
  const shipments = wants.filter(({ topic }) => topic.startsWith('shipment '));
  const trackingIds = [...new Set(shipments.map(({ topic }) => topic.slice('shipment '.length)))];
  const grants = shipments.flatMap(({ grant }) => grant ?? []);
  const input: inferRouterInputs<AppRouter>['live']['follow'] = {
    trackingIds: trackingIds.slice(0, MOST_FOLLOWED),
    own: wants.some(({ topic }) => topic === 'own'),
    managed: wants.some(({ topic }) => topic === 'managed'),
  };
  const headers = headersOf({ grant: grants.length > 0 ? grants.join(', ') : null });
  const source = new EventSource(`${url}/live.follow?input=${encodeURIComponent(JSON.stringify(input))}`, {
    // The token in a header: the browser's own EventSource could only put it into the address.
    fetch: (address, init) => fetch(address, { ...init, headers: { ...init.headers, ...headers } }),
  });
  let isOpen = false;
  let isOver = false;
  let longestSilence = 0;
  let silence: ReturnType<typeof setTimeout> | undefined;

  const close = () => {
    isOver = true;
    clearTimeout(silence);
    source.close();
  };
  // Events that came with the one that ended it are still told of.
  const end = (problem: ServerError | null) => {
    if (isOver) return;
    close();
    onEnd(problem);
  };
  const lost = () => end(new CallError(silenceReason()));
  /** A server that lives says so every few seconds. */
  const heard = () => {
    clearTimeout(silence);
    if (longestSilence > 0 && !isOver) silence = setTimeout(lost, longestSilence);
  };

  source.addEventListener('connected', ({ data }) => {
    longestSilence = JSON.parse(data).reconnectAfterInactivityMs ?? 0;
    heard();
  });
  source.addEventListener('ping', heard);
  source.addEventListener('message', ({ data }) => {
    if (isOver) return;
    heard();
    if (!isOpen) onOpen();
    isOpen = true;
    onNews(JSON.parse(data));
  });
  source.addEventListener('serialized-error', ({ data }) => {
    const error: inferRouterError<AppRouter> = JSON.parse(data);
    end(serverRejection(error.data.httpStatus ?? 500, error));
  });
  source.addEventListener('return', () => end(null));
  source.addEventListener('error', lost);
  return close;
}
