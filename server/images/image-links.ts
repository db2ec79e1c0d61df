/** Which links a shipment's images may have, and which origins the app has to be allowed to load them from. */
import { IMAGE_FILE, imageFolder } from '../../src/domain/image.ts';
import type { Environment } from '../config/env.ts';
import { fieldRefusal } from '../errors/errors.ts';

type Hosts = Pick<Environment, 'PUBLIC_URL' | 'IMAGE_HOST' | 'IMAGE_CLOUD'>;

/** Where Cloudinary takes images, and where it hands them out. */
const CLOUDINARY = { takes: 'api.cloudinary.com', serves: 'https://res.cloudinary.com' };

/** What the links of a foreign host begin with; null where our own server is the host. */
function foreignStart({ PUBLIC_URL, IMAGE_HOST, IMAGE_CLOUD }: Hosts): URL | null {
  if (!IMAGE_HOST) return null;
  const host = new URL(IMAGE_HOST);
  if (host.origin === new URL(PUBLIC_URL).origin) return null;
  if (host.hostname === CLOUDINARY.takes) return new URL(`/${IMAGE_CLOUD}/image/upload/`, CLOUDINARY.serves);
  return new URL(host.href.replace(/\/*$/, '/'));
}

/** Whether images are sent to this server. */
export function isOwnHost(hosts: Hosts): boolean {
  return foreignStart(hosts) === null;
}

function isFromHost(hosts: Hosts, link: string): boolean {
  const url = URL.canParse(link) ? new URL(link) : null;
  // Written exactly as a browser would read it: no hidden dots, backslashes or tabs, and nobody's name and password.
  if (!url || url.href !== link || url.username || url.password || url.search || url.hash) return false;
  const own = new URL(`${hosts.PUBLIC_URL}${imageFolder(hosts.IMAGE_CLOUD)}`).href;
  if (link.startsWith(own)) return IMAGE_FILE.test(link.slice(own.length));
  const foreign = foreignStart(hosts)?.href;
  return foreign !== undefined && link.startsWith(foreign) && !link.endsWith('/');
}

export const FOREIGN_IMAGE = 'Images have to be uploaded here. Links to other sites aren’t accepted.';

/**
 * Whether no link leads anywhere but to the configured host: whatever shows a shipment loads its images, and must not be
 * sent elsewhere. What the shipment `has` already it may keep, so that one can still be edited after the host was changed.
 */
export const areImageLinks = (hosts: Hosts, links: readonly string[], has: readonly string[] = []): boolean =>
  links.every((link) => has.includes(link) || isFromHost(hosts, link));

/** Throws a refusal at `images` where `areImageLinks` says no. */
export function assertImageLinks(hosts: Hosts, links: readonly string[], has: readonly string[] = []): void {
  if (!areImageLinks(hosts, links, has)) throw fieldRefusal('images', FOREIGN_IMAGE);
}

/** For the content policy: where images come from beside the page's own origin, and where they are sent. */
export function imageOrigins(hosts: Hosts): string[] {
  const { PUBLIC_URL, IMAGE_HOST } = hosts;
  const origins = [PUBLIC_URL, IMAGE_HOST, foreignStart(hosts)?.href]
    .filter(Boolean)
    .map((url) => new URL(url ?? '').origin);
  return [...new Set(origins)];
}
