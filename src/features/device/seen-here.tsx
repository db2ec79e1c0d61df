import { useEffect, useState } from 'react';
import { readAccessToken } from '../../api/calls/access-token.ts';
import { inBackground } from '../../browser/in-background.ts';
import { TRACKING_CACHE } from '../../pwa/messages.ts';

/** For visitors: the shipments tracked on this device. Loads its code only if there are any. */
export function SeenHere() {
  const [loaded, setLoaded] = useState<typeof import('./seen-section.tsx') | null>(null);
  useEffect(() => {
    const load = async () => {
      // The Cache API may be missing or blocked.
      const isKept = await window.caches?.has(TRACKING_CACHE).catch(() => false);
      if (isKept) setLoaded(await inBackground(() => import('./seen-section.tsx')));
    };
    if (readAccessToken() === null) void load();
  }, []);
  return loaded && <loaded.SeenSection />;
}
