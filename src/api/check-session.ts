import type { QueryClient } from '@tanstack/react-query';
import { keyOf } from './define-query.ts';

export const PROFILE = 'profile';

/** The key of mutations that end the session and say so themselves. */
export const ENDS_SESSION = ['ends-session'];

/** Refetches the profile, which shows whether the session has ended. */
export function checkSession(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: keyOf('person', PROFILE) });
}
