import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { readAccessToken } from '../../api/calls/access-token.ts';
import { isUnauthorized } from '../../api/calls/call-error.ts';
import { sendOnce } from '../../api/calls/idempotency.ts';
import { trpc } from '../../api/calls/trpc.ts';
import { ENDS_SESSION } from '../../api/check-session.ts';
import { downloadOwnData } from '../../api/files/own-data.ts';
import { useChange } from '../../api/use-change.ts';
import { saveFile } from '../../browser/save-file.ts';
import type { RequestDeletion, RequestEmailChange } from '../../domain/own-account.ts';
import { purgeDevice } from '../../offline/purge.ts';
import { profileQuery } from '../session/queries.ts';

const cancelEmailChange = sendOnce('ownAccount.cancelEmailChange');
const requestExport = sendOnce('ownAccount.requestExport');
const keep = sendOnce('ownAccount.keep');

export function useRequestEmailChange() {
  return useMutation({ mutationFn: (input: RequestEmailChange) => trpc.ownAccount.requestEmailChange.mutate(input) });
}

export function useCancelEmailChange() {
  return useChange({
    mutationFn: () => cancelEmailChange(),
    failed: 'The change was not cancelled',
    done: 'Change cancelled',
  });
}

/** Repeated calls share one request, because effects run twice. */
export function useConfirmEmail() {
  const pending = useRef<ReturnType<typeof trpc.auth.confirmEmail.mutate> | null>(null);
  return useMutation({
    mutationFn: (input: { token: string; password?: string }) => {
      pending.current ??= trpc.auth.confirmEmail.mutate(input);
      return pending.current;
    },
    onError() {
      pending.current = null;
    },
  });
}

export function useNotMeLink(token: string) {
  const check = useMutation({
    mutationFn: (input: { token: string }) => trpc.auth.checkNotMeLink.mutate(input),
    meta: { skipsRefetch: true },
  });
  const { mutate } = check;
  useEffect(() => mutate({ token }), [mutate, token]);
  return check;
}

/** Ends the account's sessions, perhaps this device's, too. */
export function useSecureAccount(token: string) {
  const client = useQueryClient();
  return useMutation({
    mutationKey: ENDS_SESSION,
    mutationFn: () => trpc.auth.secureAccount.mutate({ token }),
    meta: { skipsRefetch: true },
    onSuccess: () => purgeIfLoggedOut(client),
  });
}

/** Somebody else may be logged in here. */
async function purgeIfLoggedOut(client: QueryClient): Promise<void> {
  if (readAccessToken() === null) return;
  try {
    await trpc.auth.profile.query();
  } catch (error) {
    if (!isUnauthorized(error)) return;
    client.setQueryData(profileQuery.queryKey, null);
    await purgeDevice(client);
  }
}

export function useRequestExport() {
  return useChange({ mutationFn: () => requestExport(), failed: 'Your data was not requested' });
}

export function useDownloadData() {
  return useChange({
    mutationFn: (id: string) => downloadOwnData(id),
    meta: { skipsRefetch: true },
    failed: 'Your data was not downloaded',
    onSuccess: (file) => saveFile(file, 'my-data.zip'),
  });
}

export function useRequestDeletion() {
  return useMutation({ mutationFn: (input: RequestDeletion) => trpc.ownAccount.requestDeletion.mutate(input) });
}

export function useKeepAccount() {
  return useChange({
    mutationFn: () => keep(),
    failed: 'The account is still to be deleted',
    done: 'You keep your account',
  });
}
