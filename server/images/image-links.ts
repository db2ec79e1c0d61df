/** Which links a shipment's images may have, and from which origins the app may load them. */
import { IMAGE_FILE, imageFolder } from '../../src/domain/image.ts';
import type { Environment } from '../config/env.ts';
import { fieldRefusal } from '../errors/errors.ts';

type Hosts = Pick<Environment, 'PUBLIC_URL' | 'IMAGE_HOST' | 'IMAGE_CLOUD'>;

/** Where Cloudinary receives images, and where it serves them. */
const CLOUDINARY = { takes: 'api.cloudinary.com', serves: 'https://res.cloudinary.com' };

/** The prefix of links on an external host; null if this server is the host. */
function foreignStart({ PUBLIC_URL, IMAGE_HOST, IMAGE_CLOUD }: Hosts): URL | null {
  if (!IMAGE_HOST) return null;
  const host = new URL(IMAGE_HOST);
  if (host.origin === new URL(PUBLIC_URL).origin) return null;
  if (host.hostname === CLOUDINARY.takes) return new URL(`/${IMAGE_CLOUD}/image/upload/`, CLOUDINARY.serves);
  return new URL(host.href.replace(/\/*$/, '/'));
}

/** Whether images are uploaded to this server. */
export function isOwnHost(hosts: Hosts): boolean {
  return foreignStart(hosts) === null;
}

function isFromHost(hosts: Hosts, link: string): boolean {
  const url = URL.canParse(link) ? new URL(link) : null;
  // Exactly as a browser would normalize it: no hidden dots, backslashes or tabs, and no
  // credentials.
  if (!url || url.href !== link || url.username || url.password || url.search || url.hash) return false;
  const own = new URL(`${hosts.PUBLIC_URL}${imageFolder(hosts.IMAGE_CLOUD)}`).href;
  if (link.startsWith(own)) return IMAGE_FILE.test(link.slice(own.length));
  const foreign = foreignStart(hosts)?.href;
  return foreign !== undefined && link.startsWith(foreign) && !link.endsWith('/');
}

export const FOREIGN_IMAGE = 'Images have to be uploaded here. Links to other sites aren’t accepted.';

/**
 * Whether all links point to the configured host: pages that show a shipment load its images and
 * must not contact other hosts. Links the shipment already `has` may stay, so that it can still be
 * edited after the host has changed.
 */
export const areImageLinks = (hosts: Hosts, links: readonly string[], has: readonly string[] = []): boolean =>
  links.every((link) => has.includes(link) || isFromHost(hosts, link));

/** @throws A field error at `images` unless `areAllowedImageLinks`. */
export function assertImageLinks(hosts: Hosts, links: readonly string[], has: readonly string[] = []): void {
  if (!areImageLinks(hosts, links, has)) throw fieldRefusal('images', FOREIGN_IMAGE);
}

/**
 * For the content security policy: the origins besides the page's own that images are loaded from
 * or uploaded to.
 */
export function imageOrigins(hosts: Hosts): string[] {
  const { PUBLIC_URL, IMAGE_HOST } = hosts;
  const origins = [PUBLIC_URL, IMAGE_HOST, foreignStart(hosts)?.href]
    .filter(Boolean)
    .map((url) => new URL(url ?? '').origin);
  return [...new Set(origins)];
}
