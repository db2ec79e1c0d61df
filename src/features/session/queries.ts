import { type QueryClient, useQuery } from '@tanstack/react-query';
import { readAccessToken } from '../../api/calls/access-token.ts';
import { isUnauthorized } from '../../api/calls/call-error.ts';
import { trpc } from '../../api/calls/trpc.ts';
import { ENDS_SESSION, PROFILE } from '../../api/check-session.ts';
import { defineQuery } from '../../api/define-query.ts';
import { withTimeout } from '../../browser/with-timeout.ts';
import type { Profile } from '../../domain/user.ts';
import { writeDeviceUser } from '../../offline/device-user.ts';
import { readUnsavedNote, restartApp } from '../../offline/restart-app.ts';

const SESSION_OVER = 'Your session has ended, or your account was deleted.';

/** Null for a visitor. Only an UNAUTHORIZED response signs a person out. */
export const profileQuery = defineQuery<Profile | null>({
  name: PROFILE,
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
      if (hasChanged() && isUnauthorized(error)) return null;
      throw error;
    }
  },
  onData(profile) {
    const token = readAccessToken();
    if (profile && token !== null) writeDeviceUser(profile.id, token);
  },
  onUnauthorized: (client) => endSession(client),
  // The link may be opened on another device.
  staleTime: ({ state }) => (state.data?.verified === false ? 0 : 60_000),
});

/** A logout always clears this page, even if the server refuses it, unlike a new password. */
export const LOGOUT = [...ENDS_SESSION, 'logout'];

export const isLoggingOut = (client: QueryClient): boolean => client.isMutating({ mutationKey: LOGOUT }) > 0;

let isEnding = false;

/** A second refusal finds no profile, and would erase the reason for the login. */
export async function endSession(client: QueryClient, restart = restartApp): Promise<void> {
  if (isEnding || client.isMutating({ mutationKey: ENDS_SESSION }) > 0) return;
  isEnding = true;
  try {
    const person = client.getQueryData(profileQuery.queryKey);
    client.setQueryData(profileQuery.queryKey, null);
    const { purgeDevice } = await import('../../offline/purge.ts');
    const reason = [SESSION_OVER, readUnsavedNote()].filter(Boolean).join(' ');
    await purgeDevice(client, { ended: person && { id: person.id, email: person.email, reason } });
    restart({ hasLeft: true, reason: SESSION_OVER });
  } finally {
    isEnding = false;
  }
}

/** Returns the last known profile after three seconds without a response. @throws CallError if there is none */
export async function loadProfile(client: QueryClient): Promise<Profile | null> {
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

/** Returns the stored profile, however old, or asks the server. @throws CallError */
export async function readProfile(client: QueryClient): Promise<Profile | null> {
  return client.getQueryData(profileQuery.queryKey) ?? loadProfile(client);
}

/** Null for a visitor; undefined until known. */
export function useKnownProfile(): Profile | null | undefined {
  return useQuery(profileQuery).data;
}

/** Null for a visitor and until known. */
export function useProfile(): Profile | null {
  return useQuery(profileQuery).data ?? null;
}
