import type { QueryClient } from '@tanstack/react-query';
import { keyOf } from './define-query.ts';

export const PROFILE = 'profile';

/** Refetches the profile, which shows whether the session has ended. */
export function checkSession(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: keyOf('person', PROFILE) });
}
