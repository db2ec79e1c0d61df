import type { FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';

const PROXY_HEADER = /forward|client-?ip|real-?ip|connecting-?ip|user-?ip|^via$|^x-original-|^cf-|^cdn-loop$|^x-envoy-/;

/** All headers must agree: DNS rebinding and proxies also come from loopback. */
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
