import { useEffect, useState } from 'react';
import { readAccessToken } from '../../api/calls/access-token.ts';
import { loadOptional } from '../../browser/in-background.ts';
import { TRACKING_CACHE } from '../../pwa/messages.ts';

/** For visitors: the shipments tracked on this device. Loads its code only if there are any. */
export function RecentlyTracked() {
  const [loaded, setLoaded] = useState<typeof import('./seen-section.tsx') | null>(null);
  useEffect(() => {
    const load = async () => {
      // The Cache API may be missing or blocked.
      const isCached = await window.caches?.has(TRACKING_CACHE).catch(() => false);
      if (isCached) setLoaded(await loadOptional(() => import('./seen-section.tsx')));
    };
    if (readAccessToken() === null) void load();
  }, []);
  return loaded && <loaded.RecentlyTrackedSection />;
}
