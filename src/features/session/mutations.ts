import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { readAccessToken, writeAccessToken } from '../../api/calls/access-token.ts';
import { readDeviceTicket, writeDeviceTicket } from '../../api/calls/device-ticket.ts';
import { serverErrorOf } from '../../api/calls/server-error.ts';
import { trpc } from '../../api/calls/trpc.ts';
import type { Login } from '../../domain/session.ts';
import type { Register } from '../../domain/user.ts';
import { readDeviceUser } from '../../offline/device-user.ts';
import { purgeDevice } from '../../offline/purge.ts';
import { noteSessionToEnd } from '../../offline/sessions-to-end.ts';
import { profileQuery } from './queries.ts';

/** Signs in: forgets whatever was loaded before, by a visitor or by somebody else, and keeps the token. */
export function useLogin() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: Login) => trpc.auth.login.mutate(input, { context: { deviceTicket: readDeviceTicket() } }),
    async onSuccess({ token, deviceTicket }) {
      if (deviceTicket) writeDeviceTicket(deviceTicket);
      await purgeDevice(client);
      writeAccessToken(token);
    },
  });
}

/**
 * Signs out. The server is told, now or as soon as it can be reached; this device forgets the person in any case, and what
 * they have not sent, of which they were warned.
 */
export function useLogout() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => trpc.auth.logout.mutate(),
    meta: { endsSession: true },
    async onSettled(_answer, error) {
      const token = readAccessToken();
      // Anything but UNAUTHORIZED may mean that it still lives.
      if (error && serverErrorOf(error).code !== 'UNAUTHORIZED' && token !== null) await noteSessionToEnd(token);
      const userId = readDeviceUser();
      const { forgetUnsent } = await import('../../outbox/outbox-store.ts');
      if (userId !== null) await forgetUnsent(userId);
      await purgeDevice(client);
    },
  });
}

/** Whether a link still sets a password, asked before one is typed; `refusal` says why not. */
export function useLinkCheck(token: string): { isChecking: boolean; refusal: string | null } {
  const { mutate, isSuccess, error } = useMutation({
    mutationFn: (input: { token: string }) => trpc.auth.checkResetLink.mutate(input),
    meta: { changesNothing: true },
  });
  useEffect(() => mutate({ token }), [mutate, token]);
  const { code, message, fieldErrors } = serverErrorOf(error);
  return {
    isChecking: !isSuccess && !error,
    // Whatever else stands in the way now is said once the password is sent.
    refusal: error && code === 'BAD_REQUEST' ? (fieldErrors.token?.[0] ?? message) : null,
  };
}

/** Sets the password of a link's owner. */
export function useResetPassword(token: string) {
  return useMutation({
    mutationFn: ({ password }: { password: string }) =>
      trpc.auth.resetPassword.mutate({ token, password }, { context: { deviceTicket: readDeviceTicket() } }),
  });
}

/** Creates an account; its address has to be verified before it can be used. */
export function useRegister() {
  return useMutation({ mutationFn: (input: Register) => trpc.auth.register.mutate(input) });
}

/**
 * Asks for a new link that verifies the signed-in person's address. They may have used one elsewhere meanwhile: so the profile
 * is asked first, and nothing is sent to whoever is verified.
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

/** Verifies an address with a link's token alone. Two at the same time (a page that is drawn twice) are one. */
export function useVerify() {
  const asked = useRef<ReturnType<typeof trpc.auth.verify.mutate> | null>(null);
  return useMutation({
    mutationFn: (input: { token: string }) => {
      asked.current ??= trpc.auth.verify.mutate(input);
      return asked.current;
    },
  });
}

/** Verifies an address where its account is not signed in, and signs in. */
export function useVerifyWithPassword(token: string) {
  const login = useLogin();
  return useMutation({
    async mutationFn({ password }: { password: string }) {
      const { email } = await trpc.auth.verify.mutate({ token, password });
      // The address is verified either way: if this fails, the next page asks the person to sign in.
      if (email) await login.mutateAsync({ email, password }).catch(() => undefined);
    },
  });
}

/** Asks for a link to set a new password; the answer is the same whether the address has an account. */
export function useForgotPassword() {
  return useMutation({ mutationFn: (input: { email: string }) => trpc.auth.forgotPassword.mutate(input) });
}
