import { EventSource } from 'eventsource';
import type { Inputs } from '../../domain/calls/calls.ts';
import type { ErrorData } from '../../domain/errors.ts';
import { type LiveNews, MAX_FOLLOWED } from '../../domain/live-news.ts';
import { headersOf, url } from '../calls/call-context.ts';
import { CallError, type ServerError, serverRejection, silenceReason } from '../calls/call-error.ts';
import type { Topic } from '../define-query.ts';

export interface Want {
  topic: Topic;
  grant: string | null;
}

const OPENS_WITHIN_MS = 30_000;

interface Listener {
  onOpen(): void;
  onNews(news: LiveNews): void;
  /** Null if the server ended it. */
  onEnd(problem: ServerError | null): void;
}

/** tRPC's own link would make all browsers retry at once. Closing skips `onEnd`. */
export function openStream(wants: readonly Want[], { onOpen, onNews, onEnd }: Listener): () => void {
  const shipments = wants.filter(({ topic }) => topic.startsWith('shipment '));
  const trackingIds = [...new Set(shipments.map(({ topic }) => topic.slice('shipment '.length)))];
  const grants = shipments.flatMap(({ grant }) => grant ?? []);
  const input: Inputs['live']['follow'] = {
    trackingIds: trackingIds.slice(0, MAX_FOLLOWED),
    own: wants.some(({ topic }) => topic === 'own'),
    managed: wants.some(({ topic }) => topic === 'managed'),
    runs: wants.some(({ topic }) => topic === 'runs'),
    // A server of an earlier version knows no drafts.
    ...(wants.some(({ topic }) => topic === 'drafts') && { drafts: true }),
  };
  const headers = headersOf({ grant: grants.length > 0 ? grants.join(', ') : null });
  const source = new EventSource(`${url}/live.follow?input=${encodeURIComponent(JSON.stringify(input))}`, {
    // EventSource would put the token into the URL.
    fetch: (address, init) => fetch(address, { ...init, headers: { ...init.headers, ...headers } }),
  });
  let isOpen = false;
  let isOver = false;
  let longestSilence = OPENS_WITHIN_MS;
  let silence: ReturnType<typeof setTimeout> | undefined;

  const close = () => {
    isOver = true;
    clearTimeout(silence);
    source.close();
  };
  // First the events that arrived with its end.
  const end = (problem: ServerError | null) => {
    if (isOver) return;
    close();
    onEnd(problem);
  };
  const lost = () => end(new CallError(silenceReason()));
  /** A lost network may never say so. */
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
    const error: { message: string; data: ErrorData & { httpStatus?: number } } = JSON.parse(data);
    end(serverRejection(error.data.httpStatus ?? 500, error));
  });
  source.addEventListener('return', () => end(null));
  source.addEventListener('error', lost);
  heard();
  return close;
}
