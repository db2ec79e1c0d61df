/** Some requests meet a bad network, which can change at any time. It needs no test runner. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type OutgoingHttpHeaders, request, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

export type Behaviour =
  /** Passes everything on. */
  | 'honest'
  /** A captive portal responds 200 and a page of HTML to everything. */
  | 'portal'
  /** Browsers may keep the same page for a day. */
  | 'cacheable portal'
  /** It has status 302, and the portal’s page is on this origin. */
  | 'redirect'
  /** It has status 302, and the portal’s page is on another origin. */
  | 'foreign redirect'
  /** Takes the request and never responds. */
  | 'silent'
  /** It cuts the connection in the middle of the body. */
  | 'cut'
  | 'drip'
  | 429
  | 500
  | 502
  | 503;

export type RequestFilter = RegExp | ((request: IncomingMessage) => boolean);

export interface HostileProxy {
  /** Where browsers find it. */
  url: string;
  forwardTo(target: string): void;
  /** It passes on all others, and ends requests that it held back. */
  behave(behaviour: Behaviour, which?: RequestFilter): void;
  /** It counts the requests that were not treated honestly since the last change. */
  harmed(): number;
  stop(): Promise<void>;
}

export const PORTAL_PAGE = '<!doctype html><title>Welcome to the train</title><h1>Accept our terms to go online</h1>';
const PORTAL_PATH = '/accept-our-terms';
const DRIP_MS = 250;

export async function startHostileProxy(server?: string): Promise<HostileProxy> {
  let target = server ? new URL(server) : undefined;
  let current: { behaviour: Behaviour; which: RequestFilter; harmed: number } = {
    behaviour: 'honest',
    which: /^/,
    harmed: 0,
  };
  const held = new Set<Socket>();

  function hold(socket: Socket): void {
    held.add(socket);
    socket.once('close', () => held.delete(socket));
  }

  const proxy = createServer((incoming, outgoing) => {
    const { behaviour, which } = current;
    const path = incoming.url ?? '/';
    if (path.startsWith(PORTAL_PATH)) return sendPortal(outgoing, 200);
    if (behaviour === 'honest' || !(which instanceof RegExp ? which.test(path) : which(incoming))) {
      return forward(incoming, outgoing, target);
    }
    current.harmed += 1;
    const { port } = proxy.address() as AddressInfo;
    if (behaviour === 'portal') sendPortal(outgoing, 200);
    else if (behaviour === 'cacheable portal') {
      sendPortal(outgoing, 200, {
        'cache-control': 'public, max-age=86400',
        'last-modified': new Date().toUTCString(),
      });
    } else if (behaviour === 'redirect') sendPortal(outgoing, 302, { location: PORTAL_PATH });
    else if (behaviour === 'foreign redirect') {
      sendPortal(outgoing, 302, { location: `http://portal.localhost:${port}${PORTAL_PATH}` });
    } else if (behaviour === 'silent') hold(incoming.socket);
    else if (behaviour === 'cut' || behaviour === 'drip') {
      if (behaviour === 'drip') hold(incoming.socket);
      forward(incoming, outgoing, target, behaviour);
    } else sendPortal(outgoing, behaviour);
  });
  proxy.listen(0);
  await once(proxy, 'listening');
  return {
    url: `http://localhost:${(proxy.address() as AddressInfo).port}`,
    forwardTo(url) {
      target = new URL(url);
    },
    behave(behaviour, which = /^/) {
      current = { behaviour, which, harmed: 0 };
      for (const socket of held) socket.destroy();
    },
    harmed: () => current.harmed,
    async stop() {
      proxy.closeAllConnections();
      proxy.close();
      await once(proxy, 'close');
    },
  };
}

function sendPortal(outgoing: ServerResponse, status: number, headers: OutgoingHttpHeaders = {}): void {
  outgoing.writeHead(status, { 'content-type': 'text/html; charset=utf-8', ...headers }).end(PORTAL_PAGE);
}

function forward(incoming: IncomingMessage, outgoing: ServerResponse, target?: URL, harm?: 'cut' | 'drip'): void {
  if (!target) return void outgoing.destroy();
  const { method, headers, url: path } = incoming;
  const passedOn = request({ host: target.hostname, port: target.port, method, path, headers }, (response) => {
    outgoing.writeHead(response.statusCode ?? 502, response.headers);
    response.on('error', () => outgoing.destroy());
    if (harm) void spoil(response, outgoing, harm);
    else response.pipe(outgoing);
  });
  passedOn.on('error', () => outgoing.destroy());
  outgoing.on('close', () => passedOn.destroy());
  incoming.pipe(passedOn);
}

async function spoil(response: IncomingMessage, outgoing: ServerResponse, harm: 'cut' | 'drip'): Promise<void> {
  const body = Buffer.concat(await response.toArray().catch(() => []));
  if (harm === 'cut') return void outgoing.write(body.subarray(0, body.length / 2), () => outgoing.destroy());
  let sent = 0;
  const drops = setInterval(() => {
    outgoing.write(body.subarray(sent, sent + 1));
    sent += 1;
    if (sent < body.length) return;
    clearInterval(drops);
    outgoing.end();
  }, DRIP_MS);
  outgoing.once('close', () => clearInterval(drops));
}
