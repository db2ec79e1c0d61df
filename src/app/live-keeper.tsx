import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { inBackground } from '../pwa/stale-chunks.ts';

/** Lets what is on the screen follow what changes, once the page has loaded. Draws nothing. */
export function LiveKeeper() {
  const client = useQueryClient();

  useEffect(() => {
    let end: (() => void) | null = null;
    let isOver = false;
    const start = async () => {
      const live = await inBackground(() => import('../api/live.ts'));
      if (live && !isOver) end = live.followChanges(client);
    };
    if (document.readyState === 'complete') void start();
    else addEventListener('load', start, { once: true });
    return () => {
      isOver = true;
      removeEventListener('load', start);
      end?.();
    };
  }, [client]);

  return null;
}
