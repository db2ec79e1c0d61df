import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { topicsWanted } from '../../api/live/live-topics.ts';
import { inBackground } from '../../browser/in-background.ts';

/** Starts live updates once a page shows something that can change. */
export function LiveKeeper() {
  const client = useQueryClient();

  useEffect(() => {
    let end: (() => void) | null = null;
    let isOver = false;
    const startWhenWanted = async () => {
      if (document.readyState !== 'complete' || topicsWanted(client).size === 0) return;
      stopWaiting();
      const live = await inBackground(() => import('../../api/live/live.ts'));
      if (live && !isOver) end = live.followChanges(client);
    };
    const unsubscribe = client.getQueryCache().subscribe(() => void startWhenWanted());
    addEventListener('load', startWhenWanted);
    const stopWaiting = () => {
      unsubscribe();
      removeEventListener('load', startWhenWanted);
    };
    void startWhenWanted();
    return () => {
      isOver = true;
      stopWaiting();
      end?.();
    };
  }, [client]);

  return null;
}
