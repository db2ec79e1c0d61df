import { useQuery } from '@tanstack/react-query';
import { courierRunQuery, withUnsent } from '../../outbox/courier-run.ts';
import { useOutbox } from '../../outbox/outbox-view.ts';

/** The courier's run with everything reported on this device; waits until the outbox has been read. */
export function useCourierRun() {
  const query = useQuery(courierRunQuery);
  const { own, isRead } = useOutbox();
  const data = isRead ? query.data : undefined;
  const isError = query.isError && query.data === undefined;
  return { query, shown: { ...query, data: data ? withUnsent(data, own) : data, isError } };
}
