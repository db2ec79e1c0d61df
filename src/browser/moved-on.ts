import { useCallback } from 'react';
import { type Path, useLocation } from 'react-router-dom';

/** Returns where the person has gone since; undefined while they are still here. */
export function useMovedTo(): () => Path | undefined {
  const { key } = useLocation();
  return useCallback(() => ((history.state?.key ?? 'default') === key ? undefined : location), [key]);
}
