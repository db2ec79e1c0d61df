/** Responses to calls past tRPC: files, pictures, countries and the stream of news. */
import { noteUnexpected } from './api.ts';

type Handler = (request: Request) => Response | Promise<Response>;

const COUNTRIES = [
  { name: 'Portugal', alpha3Code: 'PRT' },
  { name: 'Sweden', alpha3Code: 'SWE' },
  { name: 'United States', alpha3Code: 'USA' },
];

/** The news of a server on which nothing happens. */
const quietStream: Handler = ({ signal }) =>
  new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason));
  });

const browserFetch = globalThis.fetch;
let handlers = new Map<string, Handler>();

/** Serves a path of this origin. */
export function serveFile(path: string, handler: Handler): void {
  handlers.set(path, handler);
}

export function stubFetch(): void {
  handlers = new Map([
    ['/api/countries', () => Response.json(COUNTRIES)],
    ['/api/trpc/live.follow', quietStream],
  ]);
  globalThis.fetch = async (input, init) => {
    const request = new Request(input, init);
    const { origin, pathname } = new URL(request.url);
    const isServed = origin === location.origin && /^\/(api|v1|v1_1|files|images|\.well-known)\//.test(pathname);
    if (!isServed) return browserFetch(input, init);
    if (!navigator.onLine) throw new TypeError('Failed to fetch');
    const handler = handlers.get(pathname);
    if (handler === quietStream) return handler(request);
    if (handler) return handler(request);
    noteUnexpected(pathname);
    throw new TypeError('Failed to fetch');
  };
}

export function resetFetch(): void {
  globalThis.fetch = browserFetch;
}
