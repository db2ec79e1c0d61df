import { useState } from 'react';

interface Failing {
  error: Error | null;
  errorUpdatedAt?: number | undefined;
  data: unknown;
}

/** React Query forgets the error while it tries again. */
export function useLastError({ error, errorUpdatedAt, data }: Failing): Error | null {
  const [last, setLast] = useState({ error, errorUpdatedAt });
  if (error && error !== last.error) setLast({ error, errorUpdatedAt });
  if (error || data !== undefined) return error;
  return errorUpdatedAt && errorUpdatedAt === last.errorUpdatedAt ? last.error : null;
}
