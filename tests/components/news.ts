/** The stream of news of a server on which something happens. */
import type { LiveNews } from '../../src/domain/live-news.ts';
import { serveFile } from './fetch.ts';

interface News {
  /** What the streams follow that are open now. */
  followed(): unknown[];
  /** Every request for a stream, the first one first. */
  requests: Request[];
  say(news: Partial<LiveNews>): void;
}

/** Serves a stream of news that tells what the test says. */
export function serveNews(): News {
  const encoder = new TextEncoder();
  const open = new Map<Request, ReadableStreamDefaultController<Uint8Array>>();
  const requests: Request[] = [];
  const send = (to: ReadableStreamDefaultController<Uint8Array>, news: Partial<LiveNews>) =>
    to.enqueue(encoder.encode(`data: ${JSON.stringify({ trackingIds: [], ...news })}\n\n`));
  serveFile('/api/trpc/live.follow', (request) => {
    requests.push(request);
    const body = new ReadableStream<Uint8Array>({
      start(stream) {
        open.set(request, stream);
        stream.enqueue(encoder.encode('event: connected\ndata: {}\n\n'));
        send(stream, {});
        request.signal.addEventListener('abort', () => {
          open.delete(request);
          stream.error(request.signal.reason);
        });
      },
      cancel: () => void open.delete(request),
    });
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
  });
  return {
    followed: () => Array.from(open.keys(), ({ url }) => JSON.parse(new URL(url).searchParams.get('input') ?? '')),
    requests,
    say(news) {
      for (const stream of open.values()) send(stream, news);
    },
  };
}
