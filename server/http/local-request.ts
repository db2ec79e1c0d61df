import type { FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';

/**
 * Headers that a proxy adds to a request it forwards: the address it came from, or the proxy
 * itself.
 */
const PROXY_HEADER = /forward|client-?ip|real-?ip|connecting-?ip|user-?ip|^via$|^x-original-|^cf-|^cdn-loop$|^x-envoy-/;

/**
 * Whether a request comes from this machine, for pages that nobody else may see. The connection,
 * the host name and all headers have to agree: DNS rebinding also comes from a loopback address,
 * and so does everything that a proxy on this machine forwards.
 */
export function isLocalRequest({ socket, headers, url }: FastifyRequest): boolean {
  const { host = '', origin, 'sec-fetch-site': site = 'none' } = headers;
  return (
    isLoopbackAddress(socket.remoteAddress ?? '') &&
    isLoopbackHost(host) &&
    // Only proxies are asked for a URL with a host in it.
    url.startsWith('/') &&
    (origin === undefined || (URL.canParse(origin) && new URL(origin).host === host.toLowerCase())) &&
    (site === 'none' || site === 'same-origin') &&
    !Object.keys(headers).some((name) => PROXY_HEADER.test(name))
  );
}

const isLoopbackAddress = (address: string) =>
  ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback';

function isLoopbackHost(host: string): boolean {
  const [, name = ''] = /^(\[[\da-f:.]+\]|[\w.-]+)(?::\d{1,5})?$/i.exec(host) ?? [];
  return /^(?:.+\.)?localhost$/i.test(name) || isLoopbackAddress(name.replace(/^\[|\]$/g, ''));
}
