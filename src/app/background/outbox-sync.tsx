import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { readAccessToken } from '../../api/calls/access-token.ts';
import { GUEST, useGuest } from '../../api/guest.ts';
import { loadOptional } from '../../browser/loading/load-optional.ts';
import { useProfile } from '../../features/session/queries.ts';

export function OutboxKeeper() {
  const isGuest = useGuest();
  const userId = useProfile()?.id ?? (isGuest && readAccessToken() === null ? GUEST : undefined);
  const client = useQueryClient();

  useEffect(() => {
    if (!userId) return;
    let close: (() => void) | null = null;
    let isOver = false;
    void loadOptional(() => import('../../outbox/device-outbox.ts')).then((outbox) => {
      if (outbox && !isOver) close = outbox.openOutbox(client, userId);
    });
    return () => {
      isOver = true;
      close?.();
    };
  }, [client, userId]);

  return null;
}
