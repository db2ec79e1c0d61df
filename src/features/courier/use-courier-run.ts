import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { courierRunQuery, withUnsent } from '../../outbox/courier-run.ts';
import { useOutbox } from '../../outbox/outbox-view.ts';

/** The courier's run with everything reported on this device; waits until the outbox has been read. */
export function useCourierRun() {
  const query = useQuery(courierRunQuery);
  const { own, isRead } = useOutbox();
  const data = isRead ? query.data : undefined;
  const run = useMemo(() => (data ? withUnsent(data, own) : data), [data, own]);
  // A run that waits for the outbox is there.
  const error = query.data === undefined ? query.error : null;
  return { query, shown: { ...query, data: run, error } };
}
