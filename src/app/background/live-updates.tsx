import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { topicsWanted } from '../../api/live/live-topics.ts';
import { loadOptional } from '../../browser/loading/load-optional.ts';

export function LiveUpdates() {
  const client = useQueryClient();

  useEffect(() => {
    let stopFollowing: (() => void) | null = null;
    let isUnmounted = false;
    const startWhenWanted = async () => {
      if (document.readyState !== 'complete' || topicsWanted(client).size === 0) return;
      stopWaiting();
      const live = await loadOptional(() => import('../../api/live/live.ts'));
      if (live && !isUnmounted) stopFollowing = live.followChanges(client);
    };
    const unsubscribe = client.getQueryCache().subscribe(() => void startWhenWanted());
    addEventListener('load', startWhenWanted);
    const stopWaiting = () => {
      unsubscribe();
      removeEventListener('load', startWhenWanted);
    };
    void startWhenWanted();
    return () => {
      isUnmounted = true;
      stopWaiting();
      stopFollowing?.();
    };
  }, [client]);

  return null;
}
