import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { User } from '../../domain/user.ts';
import { profileQuery } from './queries.ts';

/**
 * The signed-in person, for a page that waits for what they do elsewhere: asked for again when they come back to it, and when
 * the network does. A window may be in sight all the time, so its focus counts too.
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
