/** Posts to addresses that strangers choose: never into our own network. */
import { lookup } from 'node:dns/promises';
import http from 'node:http';
import https from 'node:https';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

const PORTS = ['', '443', '8443'];
const TIMEOUT_MS = 15_000;
const MAX_ANSWER_BYTES = 500;

export interface WebhookAnswer {
  /** Null without an answer. */
  status: number | null;
  ms: number;
  answer: string;
  /** Why there is no answer. */
  problem: string;
  /** In seconds, if it asks for it. */
  retryAfter: number | null;
}

export interface Destination {
  /** In development and tests, this machine, by http and on any port, too. */
  allowsLoopback: boolean;
  resolve?(host: string): Promise<string[]>;
}

/** Whether this is an https address on one of the ports, without a name or password. */
export const isWebhookUrl = ({ protocol, port, username, password }: URL): boolean =>
  protocol === 'https:' && PORTS.includes(port) && username + password === '';

class Refused extends Error {}

/** Whether strangers may have us call this address: only what is routed on the internet. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  return ipaddr.process(address).range() === 'unicast';
}

const isLoopback = (address: string) => ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback';

const resolveAll = async (host: string) =>
  (await lookup(host, { all: true, verbatim: true })).map(({ address }) => address);

/**
 * Picks the address that is connected to: resolved once, so that another answer later changes nothing.
 * @throws Refused if any of a name's addresses is not public.
 */
export async function pickAddress(url: URL, { allowsLoopback, resolve = resolveAll }: Destination): Promise<string> {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const addresses = isIP(host) ? [host] : await resolve(host);
  const [first] = addresses;
  if (first === undefined) throw new Refused('The name has no address.');
  if (allowsLoopback && addresses.every(isLoopback)) return first;
  if (!isWebhookUrl(url)) throw new Refused('It must be an https address on port 443 or 8443.');
  if (!addresses.every(isPublicAddress)) throw new Refused('It leads into a private network.');
  return first;
}

/** Posts a message and waits at most 15 seconds, or until `signal` aborts. Follows no redirects. */
export async function sendWebhook(
  address: string,
  { body, headers, signal: stop }: { body: string; headers: Record<string, string>; signal?: AbortSignal },
  destination: Destination,
): Promise<WebhookAnswer> {
  const begun = performance.now();
  const took = () => Math.round(performance.now() - begun);
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  const signal = stop ? AbortSignal.any([timeout, stop]) : timeout;
  try {
    const url = new URL(address);
    const ip = await Promise.race([pickAddress(url, destination), rejectOn(signal)]);
    const { status, answer, retryAfter } = await post(url, ip, { body, headers, signal });
    return { status, ms: took(), answer, retryAfter, problem: '' };
  } catch (error) {
    return { status: null, ms: took(), answer: '', retryAfter: null, problem: problemOf(error, signal) };
  }
}

const rejectOn = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true }));

function problemOf(error: unknown, signal: AbortSignal): string {
  if (error instanceof Refused) return error.message;
  if (signal.aborted) return 'No answer within 15 seconds.';
  const { code } = error as { code?: string };
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'The name was not found.';
  return `The connection failed${code ? ` (${code})` : ''}.`;
}

interface Posted {
  status: number;
  answer: string;
  retryAfter: number | null;
}

function post(
  url: URL,
  ip: string,
  { body, headers, signal }: { body: string; headers: Record<string, string>; signal: AbortSignal },
): Promise<Posted> {
  const isSecure = url.protocol === 'https:';
  const name = url.hostname.replace(/^\[|\]$/g, '');
  return new Promise((resolve, reject) => {
    const request = (isSecure ? https : http).request({
      host: ip,
      port: url.port || (isSecure ? 443 : 80),
      path: url.pathname + url.search,
      method: 'POST',
      agent: false,
      signal,
      headers: { ...headers, host: url.host, 'content-length': Buffer.byteLength(body) },
      // The certificate has to be the name's.
      ...(isSecure && !isIP(name) && { servername: name }),
    });
    request.on('error', reject);
    request.on('response', (response) => {
      const chunks: Buffer[] = [];
      let size = 0;
      const end = () => {
        const { statusCode = 0, headers: sent } = response;
        const answer = Buffer.concat(chunks).subarray(0, MAX_ANSWER_BYTES).toString('utf8').replaceAll('\0', '');
        const wait = Number(sent['retry-after']);
        resolve({ status: statusCode, answer, retryAfter: Number.isInteger(wait) && wait > 0 ? wait : null });
        request.destroy();
      };
      response.on('data', (chunk: Buffer) => {
        chunks.push(chunk);
        size += chunk.length;
        if (size >= MAX_ANSWER_BYTES) end();
      });
      response.on('end', end);
      response.on('error', reject);
    });
    request.end(body);
  });
}
