import { CacheableResponsePlugin } from 'workbox-cacheable-response';
import { ExpirationPlugin } from 'workbox-expiration';
import { registerRoute } from 'workbox-routing';
import { CacheFirst } from 'workbox-strategies';

/** The scanner's script and its decoder. Their names have the hash of what they are. */
const SCANNER = /^\/assets\/(?:scan-worker|zxing_reader)-[\w-]+\.(?:js|wasm)$/;

/**
 * What reads codes comes with the first scan on this device, and with no page before; from then on it is here without
 * network. Nobody's data: it stays when a person signs out.
 */
export function keepScanner(): void {
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && SCANNER.test(url.pathname),
    new CacheFirst({
      cacheName: 'scanner',
      plugins: [
        new CacheableResponsePlugin({ statuses: [200] }),
        new ExpirationPlugin({ maxEntries: 2, purgeOnQuotaError: true }),
      ],
    }),
  );
}
