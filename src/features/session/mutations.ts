import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { CallError, isUnauthorized, serverErrorOf } from '../../api/calls/call-error.ts';
import { readDeviceTicket, writeDeviceTicket } from '../../api/calls/device-ticket.ts';
import { trpc } from '../../api/calls/trpc.ts';
import { texts } from '../../domain/errors.ts';
import type { LoginWithCode } from '../../domain/factor.ts';
import type { PasskeyResponse } from '../../domain/passkey.ts';
import type { Login, ResetPassword } from '../../domain/session.ts';
import type { Register } from '../../domain/user.ts';
import { readDeviceUser } from '../../offline/device-user.ts';
import { LOGOUT, profileQuery } from './queries.ts';

type Call<Input> = (
  input: Input,
  options: { context: { deviceTicket: string | null } },
) => Promise<{ token: string; deviceTicket?: string | undefined }>;

function useSignIn<Input>(call: Call<Input>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (input: Input) => {
      const session = await call(input, { context: { deviceTicket: readDeviceTicket() } });
      // Networks answer anything with success. This page has no valibot, and so no schema.
      if (typeof session?.token !== 'string') throw new CallError('fault', { message: texts.badTransport });
      return session;
    },
    onSuccess: async (session) => (await import('./start-session.ts')).startSession(client, session),
  });
}

export const useLogin = () => useSignIn<Login>(trpc.auth.login.mutate);

/** Takes the answer to `requestPasskey`. */
export const useLoginWithPasskey = () => useSignIn<PasskeyResponse>(trpc.auth.loginWithPasskey.mutate);

/** A right password got this ticket. */
export const useLoginWithCode = () => useSignIn<LoginWithCode>(trpc.auth.loginWithCode.mutate);

export const useStartProof = () =>
  useMutation({ mutationFn: () => trpc.auth.startProof.mutate(), meta: { skipsRefetch: true } });

export type Proof = { passkey: PasskeyResponse } | { code: string } | { password: string };

export const useProve = () =>
  useMutation({
    mutationFn: (proof: Proof) => {
      if ('passkey' in proof) return trpc.auth.proveWithPasskey.mutate(proof.passkey);
      return 'code' in proof ? trpc.auth.proveWithCode.mutate(proof) : trpc.auth.proveWithPassword.mutate(proof);
    },
    meta: { skipsRefetch: true },
  });

export const requestPasskey = () => trpc.auth.startPasskey.mutate();

/**
 * Forgets the person and anything unsent, and notifies the server once it can be reached.
 * @param onDone runs even if the page has closed
 */
export function useLogout(onDone: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationKey: LOGOUT,
    mutationFn: () =>
      trpc.auth.logout.mutate().then(
        () => ({ isOpen: false }),
        // After other errors the session may still be open.
        (error: unknown) => ({ isOpen: !isUnauthorized(error) }),
      ),
    meta: { skipsRefetch: true },
    async onSuccess(session) {
      const userId = readDeviceUser();
      const { outbox } = await import('../../outbox/device-outbox.ts');
      const { purgeDevice } = await import('../../offline/purge.ts');
      if (userId !== null) await outbox.forget(userId);
      await purgeDevice(client, session);
      if (session.isOpen) (await import('../../offline/end-sessions.ts')).endSessionsLater();
      onDone();
    },
  });
}

export function useLinkCheck(token: string): { isChecking: boolean; asksName: boolean; problem: string | null } {
  const { mutate, data, isSuccess, error } = useMutation({
    mutationFn: (input: { token: string }) => trpc.auth.checkResetLink.mutate(input),
    meta: { skipsRefetch: true },
  });
  useEffect(() => mutate({ token }), [mutate, token]);
  const { code, firstMessage } = serverErrorOf(error);
  return {
    isChecking: !isSuccess && !error,
    asksName: data?.asksName === true,
    problem: error && code === 'BAD_REQUEST' ? firstMessage : null,
  };
}

export function useResetPassword(token: string) {
  return useMutation({
    mutationFn: (input: Omit<ResetPassword, 'token'>) =>
      trpc.auth.resetPassword.mutate({ token, ...input }, { context: { deviceTicket: readDeviceTicket() } }),
    onSuccess({ deviceTicket }) {
      if (deviceTicket) writeDeviceTicket(deviceTicket);
    },
  });
}

export function useRegister() {
  return useMutation({ mutationFn: (input: Register) => trpc.auth.register.mutate(input) });
}

/** Nothing is sent to someone who verified elsewhere. */
export function useRequestVerification() {
  const client = useQueryClient();
  return useMutation({
    async mutationFn() {
      const profile = await client.fetchQuery({ ...profileQuery, staleTime: 0 }).catch(() => null);
      return profile?.verified ? { sent: false } : trpc.auth.requestVerification.mutate();
    },
  });
}

/** Repeated calls share one request, because effects run twice. */
export function useVerify() {
  const pending = useRef<ReturnType<typeof trpc.auth.verify.mutate> | null>(null);
  return useMutation({
    mutationFn: (input: { token: string }) => {
      pending.current ??= trpc.auth.verify.mutate(input);
      return pending.current;
    },
    onError() {
      pending.current = null;
    },
  });
}

export function useVerifyWithPassword(token: string) {
  const login = useLogin();
  return useMutation({
    async mutationFn({ password }: { password: string }) {
      const { email } = await trpc.auth.verify.mutate({ token, password });
      // The address is verified either way; the next page can ask for a login.
      if (email) await login.mutateAsync({ email, password }).catch(() => undefined);
    },
  });
}

/** The response doesn't reveal whether an account exists. */
export function useForgotPassword() {
  return useMutation({ mutationFn: (input: { email: string }) => trpc.auth.forgotPassword.mutate(input) });
}
