import { useState } from 'react';

interface Failing {
  error: Error | null;
  errorUpdatedAt?: number | undefined;
  data: unknown;
}

/**
 * Why a query has no data. React Query forgets it while it tries again, but people are still
 * reading it.
 */
export function useLastError({ error, errorUpdatedAt, data }: Failing): Error | null {
  const [last, setLast] = useState({ error, errorUpdatedAt });
  if (error && error !== last.error) setLast({ error, errorUpdatedAt });
  if (error || data !== undefined) return error;
  return errorUpdatedAt && errorUpdatedAt === last.errorUpdatedAt ? last.error : null;
}
