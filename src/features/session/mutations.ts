import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { checkAnswer } from '../../api/calls/check-answer.ts';
import { readDeviceTicket, writeDeviceTicket } from '../../api/calls/device-ticket.ts';
import { isUnauthorized, serverErrorOf } from '../../api/calls/server-error.ts';
import { trpc } from '../../api/calls/trpc.ts';
import { type Login, SessionTokenSchema } from '../../domain/session.ts';
import type { Register } from '../../domain/user.ts';
import { readDeviceUser } from '../../offline/device-user.ts';
import { endSessionsLater } from '../../offline/end-sessions.ts';
import { purgeDevice } from '../../offline/purge.ts';
import { ENDS_SESSION, profileQuery } from './queries.ts';
import { startSession } from './start-session.ts';

/** Logs in: clears everything loaded before, then stores the token. */
export function useLogin() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (input: Login) =>
      checkAnswer(
        SessionTokenSchema,
        await trpc.auth.login.mutate(input, { context: { deviceTicket: readDeviceTicket() } }),
      ),
    onSuccess: (session) => startSession(client, session),
  });
}

/**
 * Logs out. The server is notified now or once it can be reached. The device forgets the person and
 * anything unsent, which they were warned about. `onDone` opens the next page. It is called even if
 * the page has closed by then, as it does once nobody is logged in.
 */
export function useLogout(onDone: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationKey: ENDS_SESSION,
    mutationFn: () =>
      trpc.auth.logout.mutate().then(
        () => ({ isOpen: false }),
        // After any other error the session may still be alive.
        (error: unknown) => ({ isOpen: !isUnauthorized(error) }),
      ),
    meta: { skipsRefetch: true },
    async onSuccess(session) {
      const userId = readDeviceUser();
      const { outbox } = await import('../../outbox/device-outbox.ts');
      if (userId !== null) await outbox.forget(userId);
      await purgeDevice(client, session);
      if (session.isOpen) endSessionsLater();
      onDone();
    },
  });
}

/** Checks whether a link can still set a password; `problem` says why not. */
export function useLinkCheck(token: string): { isChecking: boolean; problem: string | null } {
  const { mutate, isSuccess, error } = useMutation({
    mutationFn: (input: { token: string }) => trpc.auth.checkResetLink.mutate(input),
    meta: { skipsRefetch: true },
  });
  useEffect(() => mutate({ token }), [mutate, token]);
  const { code, message, fieldErrors } = serverErrorOf(error);
  return {
    isChecking: !isSuccess && !error,
    // Other errors are shown when the password is submitted.
    problem: error && code === 'BAD_REQUEST' ? (fieldErrors.token?.[0] ?? message) : null,
  };
}

/** Sets a password with a link's token. After that, this device is known to its account. */
export function useResetPassword(token: string) {
  return useMutation({
    mutationFn: ({ password }: { password: string }) =>
      trpc.auth.resetPassword.mutate({ token, password }, { context: { deviceTicket: readDeviceTicket() } }),
    onSuccess({ deviceTicket }) {
      if (deviceTicket) writeDeviceTicket(deviceTicket);
    },
  });
}

/** Creates an account, which has to be verified before use. */
export function useRegister() {
  return useMutation({ mutationFn: (input: Register) => trpc.auth.register.mutate(input) });
}

/**
 * Requests a verification link. Refetches the profile first: the person may have verified
 * elsewhere, and then nothing is sent.
 */
export function useRequestVerification() {
  const client = useQueryClient();
  return useMutation({
    async mutationFn() {
      const profile = await client.fetchQuery({ ...profileQuery, staleTime: 0 }).catch(() => null);
      return profile?.verified ? { sent: false } : trpc.auth.requestVerification.mutate();
    },
  });
}

/**
 * Verifies an address with a link's token. Repeated calls (effects run twice) share one request.
 */
export function useVerify() {
  const pending = useRef<ReturnType<typeof trpc.auth.verify.mutate> | null>(null);
  return useMutation({
    mutationFn: (input: { token: string }) => {
      pending.current ??= trpc.auth.verify.mutate(input);
      return pending.current;
    },
    // So that it can be tried again.
    onError() {
      pending.current = null;
    },
  });
}

/** Verifies an address with its account's password, and logs in. */
export function useVerifyWithPassword(token: string) {
  const login = useLogin();
  return useMutation({
    async mutationFn({ password }: { password: string }) {
      const { email } = await trpc.auth.verify.mutate({ token, password });
      // The address is verified either way; if this fails, the next page asks for a login.
      if (email) await login.mutateAsync({ email, password }).catch(() => undefined);
    },
  });
}

/** Requests a reset link; the response doesn't reveal whether an account exists. */
export function useForgotPassword() {
  return useMutation({ mutationFn: (input: { email: string }) => trpc.auth.forgotPassword.mutate(input) });
}
