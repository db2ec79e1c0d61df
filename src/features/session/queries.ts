import { type QueryClient, useQuery } from '@tanstack/react-query';
import { readAccessToken } from '../../api/calls/access-token.ts';
import { isUnauthorized } from '../../api/calls/server-error.ts';
import { trpc } from '../../api/calls/trpc.ts';
import { PROFILE } from '../../api/check-session.ts';
import { defineQuery } from '../../api/define-query.ts';
import { withTimeout } from '../../browser/with-timeout.ts';
import type { User } from '../../domain/user.ts';
import { writeDeviceUser } from '../../offline/device-user.ts';
import { restartApp } from '../../offline/restart-app.ts';

/** The server stores nothing about a session that is over, so it cannot say why it ended. */
const SESSION_OVER = 'Your session has ended, or your account was deleted.';

/**
 * The signed-in person; null for a visitor. Only an UNAUTHORIZED response signs a person out:
 * without a network the last known profile stays.
 */
export const profileQuery = defineQuery<User | null>({
  name: PROFILE,
  store: 'person',
  title: 'Your profile',
  retry: false,
  async ask() {
    const token = readAccessToken();
    if (token === null) return null;
    const hasChanged = () => readAccessToken() !== token;
    try {
      const profile = await trpc.auth.profile.query();
      return hasChanged() ? null : profile;
    } catch (error) {
      // Signed out, or in as another user, since this was asked.
      if (hasChanged() && isUnauthorized(error)) return null;
      throw error;
    }
  },
  onData(profile) {
    const token = readAccessToken();
    if (profile && token !== null) writeDeviceUser(profile.id, token);
  },
  onUnauthorized: endSession,
  // Always loaded while unverified: the link may just have been opened, even on another device.
  staleTime: ({ state }) => (state.data?.verified === false ? 0 : 60_000),
});

/** The key of mutations that end the session here, and tell the person so themselves. */
export const ENDS_SESSION = ['ends-session'];

/** Removes everything the person had loaded and restarts the app, where the guards decide. */
async function endSession(client: QueryClient): Promise<void> {
  if (client.isMutating({ mutationKey: ENDS_SESSION }) > 0) return;
  client.setQueryData(profileQuery.queryKey, null);
  const { purgeDevice } = await import('../../offline/purge.ts');
  await purgeDevice(client);
  restartApp({ hasLeft: true, reason: SESSION_OVER });
}

/**
 * The profile, loaded again when it is stale. If the server does not respond within three seconds,
 * the last known profile is returned.
 * @throws CallError if there is none.
 */
export async function loadProfile(client: QueryClient): Promise<User | null> {
  const asked = client.fetchQuery(profileQuery).catch((error) => {
    if (isUnauthorized(error)) return null;
    throw error;
  });
  const known = client.getQueryData(profileQuery.queryKey);
  return known === undefined
    ? asked
    : withTimeout(
        asked.catch(() => known),
        known,
      );
}

/**
 * The profile as this device knows it, however old; the server is asked only if it knows nothing.
 * @throws CallError if the server does not answer then.
 */
export async function readProfile(client: QueryClient): Promise<User | null> {
  return client.getQueryData(profileQuery.queryKey) ?? loadProfile(client);
}

/** The signed-in person, or null for a visitor; undefined until it is known. */
export function useKnownProfile(): User | null | undefined {
  return useQuery(profileQuery).data;
}

/** The signed-in person, or null; also null until it is known. */
export function useProfile(): User | null {
  return useQuery(profileQuery).data ?? null;
}
