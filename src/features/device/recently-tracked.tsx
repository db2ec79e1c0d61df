import { useEffect, useState } from 'react';
import { readAccessToken } from '../../api/calls/access-token.ts';
import { loadOptional } from '../../browser/loading/load-optional.ts';
import { TRACKING_CACHE } from '../../pwa/messages.ts';

/** For visitors. Loads its code only if anything is stored. */
export function RecentlyTracked() {
  const [loaded, setLoaded] = useState<typeof import('./recently-tracked-section.tsx') | null>(null);
  useEffect(() => {
    const load = async () => {
      // The Cache API may be missing or blocked.
      const isCached = await window.caches?.has(TRACKING_CACHE).catch(() => false);
      if (isCached) setLoaded(await loadOptional(() => import('./recently-tracked-section.tsx')));
    };
    if (readAccessToken() === null) void load();
  }, []);
  return loaded && <loaded.RecentlyTrackedSection />;
}
