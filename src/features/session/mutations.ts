import { useMutation, useQueryClient } from '@tanstack/react-query';
import { writeAccessToken } from '../../api/access-token.ts';
import { trpc } from '../../api/trpc.ts';
import type { Login } from '../../domain/session.ts';

/** Signs in: keeps the token and forgets whatever the visitor had loaded. */
export function useLogin() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: Login) => trpc.auth.login.mutate(input),
    onSuccess({ token }) {
      client.clear();
      writeAccessToken(token);
    },
  });
}

/** Signs out. The server is told if it can be reached; this device forgets the person in any case. */
export function useLogout() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => trpc.auth.logout.mutate(),
    onSettled() {
      writeAccessToken(null);
      sessionStorage.clear();
      client.clear();
    },
  });
}

/** Sets the password of a link's owner. */
export function useResetPassword(token: string) {
  return useMutation({
    mutationFn: ({ password }: { password: string }) => trpc.auth.resetPassword.mutate({ token, password }),
  });
}
