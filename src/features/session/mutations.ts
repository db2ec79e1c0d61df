import { useMutation, useQueryClient } from '@tanstack/react-query';
import { writeAccessToken } from '../../api/access-token.ts';
import { trpc } from '../../api/trpc.ts';
import type { Login } from '../../domain/session.ts';
import { purgeDevice } from '../../offline/purge.ts';

/** Signs in: forgets whatever was loaded before, by a visitor or by somebody else, and keeps the token. */
export function useLogin() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: Login) => trpc.auth.login.mutate(input),
    async onSuccess({ token }) {
      await purgeDevice(client);
      writeAccessToken(token);
    },
  });
}

/** Signs out. The server is told if it can be reached; this device forgets the person in any case. */
export function useLogout() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => trpc.auth.logout.mutate(),
    onSettled: () => purgeDevice(client),
  });
}

/** Sets the password of a link's owner. */
export function useResetPassword(token: string) {
  return useMutation({
    mutationFn: ({ password }: { password: string }) => trpc.auth.resetPassword.mutate({ token, password }),
  });
}
