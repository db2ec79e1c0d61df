import { useCallback } from 'react';
import { type Path, useLocation } from 'react-router-dom';

/** Undefined while still here. */
export function useMovedTo(): () => Path | undefined {
  const { key } = useLocation();
  return useCallback(() => ((history.state?.key ?? 'default') === key ? undefined : location), [key]);
}
