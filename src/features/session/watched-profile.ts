import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { User } from '../../domain/user.ts';
import { profileQuery } from './queries.ts';

/**
 * The profile, refetched on focus and reconnect, for pages that wait for something done elsewhere.
 * Window focus counts too: the page may have been visible all along.
 */
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
