import { useEffect, useState } from 'react';
import { readAccessToken } from '../../api/calls/access-token.ts';
import { inBackground } from '../../browser/in-background.ts';
import { TRACKING_CACHE } from '../../pwa/messages.ts';

/** For visitors: what this device keeps of shipments that were looked up. Its code comes once there is something. */
export function SeenHere() {
  const [loaded, setLoaded] = useState<typeof import('./seen-section.tsx') | null>(null);
  useEffect(() => {
    const load = async () => {
      // A browser may know no caches, or refuse to look.
      const isKept = await window.caches?.has(TRACKING_CACHE).catch(() => false);
      if (isKept) setLoaded(await inBackground(() => import('./seen-section.tsx')));
    };
    if (readAccessToken() === null) void load();
  }, []);
  return loaded && <loaded.SeenSection />;
}
