import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { User } from '../../domain/user.ts';
import { profileQuery } from './queries.ts';

/** Refetches on focus, because the page may have stayed visible. */
export function useWatchedProfile(): User | null {
  const { data = null, refetch } = useQuery({
    ...profileQuery,
    refetchOnWindowFocus: 'always',
    refetchOnReconnect: 'always',
  });
  useEffect(() => {
    const ask = () => void refetch();
    addEventListener('focus', ask);
    return () => removeEventListener('focus', ask);
  }, [refetch]);
  return data;
}
