import type { QueryClient } from '@tanstack/react-query';
import { keyOf } from './define-query.ts';

export const PROFILE = 'profile';

export function checkSession(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: keyOf('person', PROFILE) });
}
