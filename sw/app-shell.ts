import { clientsClaim, copyResponse } from 'workbox-core';
import { executeQuotaErrorCallbacks } from 'workbox-core/_private/executeQuotaErrorCallbacks.js';
import { cleanupOutdatedCaches, PrecacheController, PrecacheRoute } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { isAppPath } from '../src/domain/paths.ts';
import { permissionsPolicy } from '../src/domain/permissions-policy.ts';
import { appFiles, fetchBuiltFile, isAsBuilt } from './built-files.ts';
import { updateCachedPages } from './optional-files.ts';

declare const self: ServiceWorkerGlobalScope;

const shell = new PrecacheController();
shell.addToCacheList(appFiles);
const openShell = () => caches.open(shell.strategy.cacheName);

export function cacheAppShell(): void {
  const appPage = shell.createHandlerBoundToURL('/app.html');
  clientsClaim();
  self.addEventListener('install', (event) => event.waitUntil(install()));
  self.addEventListener('activate', (event) => void shell.activate(event));
  cleanupOutdatedCaches();
  registerRoute(new PrecacheRoute(shell));
  registerRoute(new NavigationRoute(shell.createHandlerBoundToURL('/track.html'), { allowlist: [/^\/track(\?|$)/] }));
  registerRoute(
    ({ request, url }) => request.mode === 'navigate' && isAppPath(url.pathname),
    async (options) => withPermissions(await appPage(options), options.url.pathname),
  );
}

/**
 * Installs every file, or fails at the first that differs from the build; the old version stays.
 */
async function install(): Promise<void> {
  const cache = await openShell();
  for (const [url, key] of shell.getURLsToCacheKeys()) await ensureFile(cache, url, key);
  await updateCachedPages();
}

/** One stored page serves every address, and not each may do the same. */
function withPermissions(page: Response, path: string): Response {
  const headers = new Headers(page.headers);
  headers.set('permissions-policy', permissionsPolicy(path));
  return new Response(page.body, { status: page.status, headers });
}

export async function repairFiles(): Promise<{ repaired: number; broken: number }> {
  const cache = await openShell();
  let repaired = 0;
  let broken = 0;
  for (const [url, key] of shell.getURLsToCacheKeys()) {
    try {
      if (await ensureFile(cache, url, key)) repaired += 1;
    } catch {
      broken += 1;
    }
  }
  return { repaired, broken };
}

/** @throws If it cannot be fetched. */
async function ensureFile(cache: Cache, url: string, key: string): Promise<boolean> {
  const integrity = shell.getIntegrityForCacheKey(key) ?? '';
  const stored = await cache.match(key);
  if (stored && (await isAsBuilt(stored, integrity))) return false;
  const response = await fetchBuiltFile(url, integrity);
  // A redirected response cannot answer a navigation.
  await cache.put(key, response.redirected ? await copyResponse(response) : response).catch(async (error: Error) => {
    if (error.name === 'QuotaExceededError') await executeQuotaErrorCallbacks();
    throw error;
  });
  return true;
}
