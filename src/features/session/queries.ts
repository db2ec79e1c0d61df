import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { readAccessToken } from '../../api/calls/access-token.ts';
import { serverErrorOf } from '../../api/calls/server-error.ts';
import { trpc } from '../../api/calls/trpc.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { patiently } from '../../browser/patience.ts';
import type { User } from '../../domain/user.ts';
import { writeDeviceUser } from '../../offline/device-user.ts';
import { startAnew } from '../../offline/start-anew.ts';

/** The server keeps nothing of a session that is over, so it cannot say why it ended. */
const SESSION_OVER = 'Your session has ended, or your account was deleted.';

/**
 * Who is signed in; null for a visitor. Without a token nothing is asked. Only an UNAUTHORIZED answer signs a person
 * out: no network is not signed out, then the last known profile stays.
 */
export const profileQuery = queryOptions({
  queryKey: queryKeys.profile,
  retry: false,
  async queryFn({ client }): Promise<User | null> {
    const token = readAccessToken();
    if (token === null) return null;
    try {
      const profile = await trpc.auth.profile.query();
      writeDeviceUser(profile.id, token);
      return profile;
    } catch (error) {
      if (serverErrorOf(error).code !== 'UNAUTHORIZED') throw error;
      // Signed out, or in as somebody else, while this was under way: then this answer is nobody's.
      if (readAccessToken() !== token) return null;
      // The session has ended elsewhere: whatever this person had loaded goes, and the guards decide what may be shown.
      setTimeout(async () => {
        const { purgeDevice } = await import('../../offline/purge.ts');
        await purgeDevice(client);
        startAnew({ hasLeft: true, reason: SESSION_OVER });
      });
      return null;
    }
  },
  // Asked each time while unverified: the link may have been opened a moment ago, also on another device.
  staleTime: ({ state }) => (state.data?.verified === false ? 0 : 60_000),
});

/**
 * The profile for a route's guard: asked again once it is a minute old. Where the server cannot be asked, or does not answer in
 * three seconds, the last known one stays. Throws where there is none.
 */
export async function loadProfile(client: QueryClient): Promise<User | null> {
  const asked = client.fetchQuery(profileQuery);
  const known = client.getQueryData(profileQuery.queryKey);
  return known === undefined
    ? asked
    : patiently(
        asked.catch(() => known),
        known,
      );
}

/** The signed-in person, or null for a visitor; undefined while it is not known yet. */
export function useKnownProfile(): User | null | undefined {
  return useQuery(profileQuery).data;
}

/** The signed-in person, or null; also null while it is not known yet. */
export function useProfile(): User | null {
  return useQuery(profileQuery).data ?? null;
}
