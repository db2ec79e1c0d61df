/** Posts to addresses that strangers choose: never into our own network. */
import { Resolver } from 'node:dns/promises';
import http from 'node:http';
import https from 'node:https';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

const PORTS = ['', '443', '8443'];
const TIMEOUT_MS = 15_000;
/** Enough to read, by default. */
const MAX_ANSWER_BYTES = 500;

export interface WebhookAnswer {
  /** Null without an answer. */
  status: number | null;
  ms: number;
  answer: string;
  /** Why there is no answer. */
  problem: string;
  retryAfter: number | null;
  isConnected: boolean;
}

interface Message {
  method?: 'GET' | 'POST';
  body: string;
  headers: Record<string, string>;
  signal?: AbortSignal;
  maxAnswerBytes?: number;
}

export interface Destination {
  /** In development and tests, this machine, by http and on any port, too. */
  allowsLoopback: boolean;
  resolve?(host: string): Promise<string[]>;
}

class Refused extends Error {}

const hostOf = ({ hostname }: URL) => hostname.replace(/^\[|\]$/g, '');

export const isWebhookUrl = (url: URL): boolean =>
  url.protocol === 'https:' &&
  PORTS.includes(url.port) &&
  url.username + url.password === '' &&
  (!isIP(hostOf(url)) || isPublicAddress(hostOf(url)));

/** Tunnels and translations to IPv4 lie in it or outside. */
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3');

export function isPublicAddress(address: string): boolean {
  if (!isIP(address)) return false;
  const parsed = ipaddr.process(address);
  return parsed.range() === 'unicast' && (parsed instanceof ipaddr.IPv4 || parsed.match(GLOBAL_IPV6));
}

const isLoopback = (address: string) => isIP(address) !== 0 && ipaddr.process(address).range() === 'loopback';

/** A system look-up takes a thread, which a slow name server would hold. */
export async function resolveAll(host: string, servers?: string[]): Promise<string[]> {
  const resolver = new Resolver({ timeout: 3_000, tries: 2 });
  if (servers) resolver.setServers(servers);
  const results = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
  const addresses = results.flatMap((result) => (result.status === 'fulfilled' ? result.value : []));
  if (addresses.length === 0) throw new Refused('The name was not found.');
  return addresses;
}

/**
 * Looks a name up once: another answer later changes nothing.
 * @throws Refused if any of a name's addresses is not public.
 */
export async function pickAddresses(
  url: URL,
  { allowsLoopback, resolve = resolveAll }: Destination,
): Promise<string[]> {
  const host = hostOf(url);
  const isHere = allowsLoopback && host === 'localhost';
  const addresses = isIP(host) ? [host] : isHere ? ['127.0.0.1'] : await resolve(host);
  if (addresses.length === 0) throw new Refused('The name was not found.');
  if (allowsLoopback && addresses.every(isLoopback)) return addresses;
  if (!addresses.every(isPublicAddress)) throw new Refused('It leads into a private network.');
  if (!isWebhookUrl(url)) throw new Refused('It must be an https address on port 443 or 8443.');
  return addresses;
}

/** Waits at most 15 seconds, or until `signal` aborts. Follows no redirects. */
export async function sendWebhook(
  address: string,
  { signal: stop, ...message }: Message,
  destination: Destination,
): Promise<WebhookAnswer> {
  const begun = performance.now();
  const took = () => Math.round(performance.now() - begun);
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  const signal = stop ? AbortSignal.any([timeout, stop]) : timeout;
  const connection = { isConnected: false };
  try {
    const url = new URL(address);
    const addresses = await Promise.race([pickAddresses(url, destination), rejectOn(signal)]);
    const posted = await post(url, addresses, { ...message, signal }, connection);
    return { ...posted, ...connection, ms: took(), problem: '' };
  } catch (error) {
    const problem = problemOf(error, signal);
    return { status: null, ms: took(), answer: '', retryAfter: null, problem, ...connection };
  }
}

const rejectOn = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true }));

function problemOf(error: unknown, signal: AbortSignal): string {
  if (error instanceof Refused) return error.message;
  if (signal.aborted) return 'No answer within 15 seconds.';
  const { code } = error as { code?: string };
  return `The connection failed${code ? ` (${code})` : ''}.`;
}

interface Posted {
  status: number;
  answer: string;
  retryAfter: number | null;
}

function post(
  url: URL,
  addresses: readonly string[],
  { method = 'POST', body, headers, signal, maxAnswerBytes = MAX_ANSWER_BYTES }: Message & { signal: AbortSignal },
  connection: { isConnected: boolean },
): Promise<Posted> {
  signal.throwIfAborted();
  const found = addresses.map((address) => ({ address, family: isIP(address) }));
  return new Promise((resolve, reject) => {
    const request = (url.protocol === 'https:' ? https : http).request(url, {
      method,
      agent: false,
      signal,
      headers: { ...headers, 'content-length': Buffer.byteLength(body) },
      lookup: (_host, { all }, done) =>
        all ? done(null, found) : done(null, found[0]?.address ?? '', found[0]?.family),
    });
    request.on('socket', (socket) =>
      socket.once(url.protocol === 'https:' ? 'secureConnect' : 'connect', () => {
        connection.isConnected = true;
      }),
    );
    let end: (() => void) | undefined;
    // Once there is a status it counts, even if the rest never comes.
    request.on('error', (error) => (end ? end() : reject(error)));
    // Also after an answer that would change the protocol.
    request.on('close', () => (end ? end() : reject(new Error('It closed the connection'))));
    request.on('response', (response) => {
      const chunks: Buffer[] = [];
      let size = 0;
      end = () => {
        const { statusCode = 0, headers: sent } = response;
        const answer = Buffer.concat(chunks).subarray(0, maxAnswerBytes).toString('utf8').replaceAll('\0', '');
        resolve({ status: statusCode, answer, retryAfter: readRetryAfter(sent['retry-after']) });
        request.destroy();
      };
      response.on('data', (chunk: Buffer) => {
        chunks.push(chunk);
        size += chunk.length;
        if (size >= maxAnswerBytes) end?.();
      });
      response.on('end', end);
      response.on('error', end);
    });
    request.end(body);
  });
}

function readRetryAfter(text = ''): number | null {
  const seconds = /^\d+$/.test(text) ? Number(text) : (Date.parse(text) - Date.now()) / 1000;
  return seconds > 0 ? Math.ceil(seconds) : null;
}
