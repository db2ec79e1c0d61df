import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { loadOptional } from '../../browser/load-optional.ts';
import { useProfile } from '../../features/session/queries.ts';

/** Opens the outbox of whoever is signed in, once the page has loaded: what waits is sent. Draws nothing. */
export function OutboxKeeper() {
  const userId = useProfile()?.id;
  const client = useQueryClient();

  useEffect(() => {
    if (!userId) return;
    let close: (() => void) | null = null;
    let isOver = false;
    void loadOptional(() => import('../../outbox/outbox.ts')).then((outbox) => {
      if (outbox && !isOver) close = outbox.openOutbox(client, userId);
    });
    return () => {
      isOver = true;
      close?.();
    };
  }, [client, userId]);

  return null;
}
