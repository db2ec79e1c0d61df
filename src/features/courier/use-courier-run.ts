import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useStorageLate } from '../../browser/with-timeout.ts';
import { courierRunQuery, withReports } from '../../outbox/courier-run.ts';
import { useOutbox, useSentSince } from '../../outbox/outbox-view.ts';

/** The run with this device's reports, once the outbox has been read, or is late. */
export function useCourierRun() {
  const query = useQuery(courierRunQuery);
  const { own, isRead } = useOutbox();
  const isLate = useStorageLate();
  const data = isRead || isLate ? query.data : undefined;
  const sent = useSentSince(data);
  const run = useMemo(() => (data ? withReports(data, [...sent, ...own]) : data), [data, sent, own]);
  // A run that only waits for the outbox is no error.
  const error = query.data === undefined ? query.error : null;
  return { query, shown: { ...query, data: run, error } };
}
