/** Streams of news, read from the wire as they come. Needs no test runner. */
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import type { Follow } from '../../src/domain/live.ts';
import type { LiveNews } from '../../src/domain/live-news.ts';
import { paths } from '../../src/domain/paths.ts';
import type { WireError } from './test-server.ts';

interface StreamEvent {
  name: string;
  data: string;
}

/** The events of a stream (the format of server-sent events, as far as tRPC uses it). */
async function* eventsOf(chunks: AsyncIterable<Uint8Array | string>): AsyncGenerator<StreamEvent, void> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of chunks) {
    text += typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true });
    for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
      const lines = text.slice(0, end).split('\n');
      text = text.slice(end + 2);
      const field = (name: string) => lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2);
      if (lines.some(Boolean)) yield { name: field('event') ?? 'message', data: field('data') ?? '' };
    }
  }
}

/**
 * Requests a stream and returns its first chunk, or its error, as if that were the whole response.
 */
export async function readFirstEvent(app: FastifyInstance, options: InjectOptions): Promise<LightMyRequestResponse> {
  const response = await app.inject({ ...options, payloadAsStream: true });
  const stream = response.stream();
  const whole = (statusCode: number, body: string) =>
    ({ statusCode, headers: response.headers, body }) as LightMyRequestResponse;
  let text = '';
  if (!response.headers['content-type']?.toString().startsWith('text/event-stream')) {
    for await (const chunk of stream) text += String(chunk);
    return whole(response.statusCode, text);
  }
  try {
    for await (const { name, data } of eventsOf(stream)) {
      if (name === 'message') return whole(200, JSON.stringify({ result: { data: JSON.parse(data) } }));
      if (name !== 'serialized-error') continue;
      const error = JSON.parse(data) as WireError;
      return whole(error.data.httpStatus, JSON.stringify({ error }));
    }
  } finally {
    stream.destroy();
  }
  throw new Error('The stream ended without a word');
}

export interface LiveStream {
  /** The next event; `end` when the server has ended the stream, or its error code. */
  next(): Promise<LiveNews | string>;
  close(): void;
}

export const NO_NEWS: LiveNews = { trackingIds: [], own: false, managed: false };

/** Follows over the network. Resolves when the server has begun to listen, or has refused. */
export async function openLive(
  server: string,
  follow: Partial<Follow>,
  { token, grants = [], address }: { token?: string; grants?: string[]; address?: string } = {},
): Promise<LiveStream & { first: LiveNews | string }> {
  const ending = new AbortController();
  const input = { trackingIds: [], own: false, managed: false, ...follow };
  const response = await fetch(
    `${server}${paths.trpc}/live.follow?input=${encodeURIComponent(JSON.stringify(input))}`,
    {
      signal: ending.signal,
      headers: {
        accept: 'text/event-stream',
        ...(token && { authorization: `Bearer ${token}` }),
        ...(grants.length > 0 && { 'x-shipment-grant': grants.join(', ') }),
        ...(address && { 'x-forwarded-for': address }),
      },
    },
  );
  if (!response.body) throw new Error('The answer has no body');
  const events = eventsOf(response.body);
  const stream: LiveStream = {
    async next() {
      for (;;) {
        const { value, done } = await events.next();
        if (done || value.name === 'return') return 'end';
        if (value.name === 'message') return JSON.parse(value.data) as LiveNews;
        if (value.name === 'serialized-error') return (JSON.parse(value.data) as WireError).data.code;
      }
    },
    close: () => ending.abort(),
  };
  return { ...stream, first: await stream.next() };
}
