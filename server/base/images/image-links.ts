import { IMAGE_FILE, imageFolder } from '../../../src/domain/image.ts';
import type { Environment } from '../config/env.ts';
import { fieldError } from '../errors/errors.ts';

type ImageHostConfig = Pick<Environment, 'PUBLIC_URL' | 'IMAGE_HOST' | 'IMAGE_CLOUD'>;

const CLOUDINARY = { takes: 'api.cloudinary.com', serves: 'https://res.cloudinary.com' };

/** Null if this server is the host. */
function externalPrefix({ PUBLIC_URL, IMAGE_HOST, IMAGE_CLOUD }: ImageHostConfig): URL | null {
  if (!IMAGE_HOST) return null;
  const host = new URL(IMAGE_HOST);
  if (host.origin === new URL(PUBLIC_URL).origin) return null;
  if (host.hostname === CLOUDINARY.takes) return new URL(`/${IMAGE_CLOUD}/image/upload/`, CLOUDINARY.serves);
  return new URL(host.href.replace(/(?<!\/)\/*$/, '/'));
}

export function isOwnHost(hosts: ImageHostConfig): boolean {
  return externalPrefix(hosts) === null;
}

function isHostedLink(hosts: ImageHostConfig, link: string): boolean {
  const url = URL.canParse(link) ? new URL(link) : null;
  // Browsers would write the link the same way.
  if (!url || url.href !== link || url.username || url.password || url.search || url.hash) return false;
  const own = new URL(`${hosts.PUBLIC_URL}${imageFolder(hosts.IMAGE_CLOUD)}`).href;
  if (link.startsWith(own)) return IMAGE_FILE.test(link.slice(own.length));
  const foreign = externalPrefix(hosts)?.href;
  return foreign !== undefined && link.startsWith(foreign) && !link.endsWith('/');
}

export const EXTERNAL_IMAGE_MESSAGE = 'Images have to be uploaded here. Links to other sites aren’t accepted.';

/** Other hosts must not learn who views a shipment; what it `has` may stay. */
export const areAllowedImageLinks = (
  hosts: ImageHostConfig,
  links: readonly string[],
  has: readonly string[] = [],
): boolean => links.every((link) => has.includes(link) || isHostedLink(hosts, link));

/** @throws A field error at `images`. */
export function assertImageLinks(hosts: ImageHostConfig, links: readonly string[], has: readonly string[] = []): void {
  if (!areAllowedImageLinks(hosts, links, has)) throw fieldError('images', EXTERNAL_IMAGE_MESSAGE);
}

export function imageOrigins(hosts: ImageHostConfig): string[] {
  const { PUBLIC_URL, IMAGE_HOST } = hosts;
  const origins = [PUBLIC_URL, IMAGE_HOST, externalPrefix(hosts)?.href]
    .filter(Boolean)
    .map((url) => new URL(url ?? '').origin);
  return [...new Set(origins)];
}
