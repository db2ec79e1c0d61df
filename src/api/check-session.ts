import type { QueryClient } from '@tanstack/react-query';
import { keyOf } from './define-query.ts';

/** The name of the profile query (features/session/queries.ts). */
export const PROFILE = 'profile';

/** Asks for the profile again, which finds out whether the session is over. */
export function checkSession(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: keyOf('person', PROFILE) });
}
