import type { FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';

/** What a proxy adds to a request it passes on: the address it came from, or that it came through. */
const PROXY_HEADER = /forward|client-?ip|real-?ip|connecting-?ip|user-?ip|^via$|^x-original-|^cf-|^cdn-loop$|^x-envoy-/;

/**
 * Whether somebody at this machine asks, for what nobody else may see. The connection, the name that was called and all
 * headers have to agree: a page elsewhere whose name was made to lead here (DNS rebinding) comes from a loopback address
 * too, and so does everything a proxy on this machine passes on.
 */
export function isLocalRequest({ socket, headers, url }: FastifyRequest): boolean {
  const { host = '', origin, 'sec-fetch-site': site = 'none' } = headers;
  return (
    isLoopbackAddress(socket.remoteAddress ?? '') &&
    isLoopbackHost(host) &&
    // An address with a host in it is what a proxy is asked for.
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
