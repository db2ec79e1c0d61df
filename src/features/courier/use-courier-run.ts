import { useQuery } from '@tanstack/react-query';
import type { CourierRun } from '../../domain/runs/views.ts';
import { courierRunQuery, withUnsent } from '../../outbox/courier-run.ts';
import { useOutbox } from '../../outbox/outbox-view.ts';
import type { QueryResult } from '../../ui/list/query-view.tsx';

/** The courier's run with everything reported on this device; waits until the outbox has been read. */
export function useCourierRun(): QueryResult<CourierRun | null> {
  const query = useQuery(courierRunQuery);
  const { own, isRead } = useOutbox();
  const data = isRead ? query.data : undefined;
  return { ...query, data: data ? withUnsent(data, own) : data, isError: query.isError && query.data === undefined };
}
