import { hashKey, type QueryClient } from '@tanstack/react-query';
import type { DataRouter, MiddlewareFunction, RouteObject } from 'react-router-dom';
import { queryClientContext } from '../api/query-client.ts';
import { loadOptional } from '../browser/loading/load-optional.ts';
import { redirectFrom } from '../browser/redirect-from.ts';
import { paths } from '../domain/paths.ts';
import { isAtDesk, may, type RestrictedCall, rolesOf } from '../domain/roles.ts';
import type { Profile } from '../domain/user.ts';
import { loadProfile, profileQuery, readProfile } from '../features/session/queries.ts';
import { readDeviceUser } from '../offline/device-user.ts';
import { toast } from '../ui/toast/toast.ts';

/* Who may see which pages (specification section 2). The server protects the data (decision 0004). */

type Need = 'guest' | 'verified' | RestrictedCall;

/** Null if nothing is lacking. */
function redirectOf(need: Need, profile: Profile | null, path: string): string | null {
  if (need === 'guest') return profile && paths.home;
  if (!profile) return paths.login({ returnTo: path });
  if (!profile.verified) return paths.verifyEmail();
  // What the device has stays open without a network.
  if (profile.needsSecondFactor && navigator.onLine) return paths.secondFactor({ returnTo: path });
  if (need === 'verified' || may(profile, need)) return null;
  return isAtDesk(profile) && path.startsWith(`${paths.manager}/`) ? paths.manager : paths.home;
}

/** Middleware runs before the page's loaders. */
export const needs = (need: Need): Pick<RouteObject, 'handle' | 'middleware'> => ({
  handle: { need },
  middleware: [guard(need)],
});

/** The page opens at once on what the device knows. */
function guard(need: Need): MiddlewareFunction {
  return async ({ context, request }, next) => {
    const client = context.get(queryClientContext);
    const { pathname, search } = new URL(request.url);
    const redirectFor = (profile: Profile | null) => redirectOf(need, profile, pathname + search);
    const page = !navigator.onLine && readDeviceUser() !== null ? next() : null;

    const isRead = client.getQueryData(profileQuery.queryKey) !== undefined;
    const known = await readProfile(client).catch((error: unknown) => {
      if (need === 'guest') return null;
      throw error;
    });
    const mayGain = known !== null && need !== 'guest' && redirectFor(known) !== null;
    const to = redirectFor(mayGain ? await loadProfile(client) : known);
    if (to !== null) throw redirectFrom(request, to);
    if (isRead) void client.prefetchQuery(profileQuery);
    return page ?? next();
  };
}

const hasLostRole = (before: Profile, after: Profile) => rolesOf(before).some((one) => !rolesOf(after).includes(one));

/** Data that a role has shown does not stay on the device without it. */
async function forgetStoredData(client: QueryClient): Promise<void> {
  const cached = await loadOptional(() => import('../offline/cached-data.ts'));
  await cached?.clearCachedData(client);
  await client.invalidateQueries();
}

export function watchRights(router: DataRouter, client: QueryClient): void {
  const profileHash = hashKey(profileQuery.queryKey);
  /** Someone with unsaved work may be asked, and stay. */
  let previousActionSubject: Profile | null = null;
  let known: Profile | null = null;

  function check(): void {
    const profile = client.getQueryData(profileQuery.queryKey) ?? null;
    if (profile !== known) {
      if (profile && known?.id === profile.id && hasLostRole(known, profile)) void forgetStoredData(client);
      known = profile;
    }
    const { initialized, navigation, location, matches } = router.state;
    // A sign-out redirects by itself.
    if (profile === null || profile === previousActionSubject || !initialized || navigation.state !== 'idle') return;
    const redirects = matches.map(({ route }) => {
      const { need = 'guest' }: { need?: Need } = route.handle ?? {};
      return need === 'guest' ? null : redirectOf(need, profile, location.pathname + location.search);
    });
    const to = redirects.find((redirect) => redirect !== null);
    if (to === undefined) return;
    previousActionSubject = profile;
    if (!profile.needsSecondFactor) {
      toast.info('You no longer have access to that page', 'Ask a manager if you still need it.');
    }
    void router.navigate(to, { replace: true });
  }

  // A page may open after the profile came.
  router.subscribe(check);
  client.getQueryCache().subscribe(({ query }) => {
    if (query.queryHash === profileHash) check();
  });
}
