import { useMutation } from '@tanstack/react-query';
import { CallError } from '../../api/calls/call-error.ts';
import { notifyProved } from '../../api/calls/proof.ts';
import { trpc } from '../../api/calls/trpc.ts';
import { useChange } from '../../api/use-change.ts';

const PROBLEMS = {
  dismissed: 'No passkey was created. Try again when you’re ready.',
  exists: 'This device already has a passkey for your account.',
  'wrong-address': 'Passkeys don’t work at this address.',
  failed: 'This device could not create a passkey.',
};

export function useAddPasskey() {
  return useChange({
    async mutationFn() {
      const { createPasskey } = await import('../../browser/passkeys/passkeys.ts');
      const asked = await createPasskey(await trpc.factor.startPasskey.mutate());
      if ('problem' in asked) throw new CallError('rejected', { message: PROBLEMS[asked.problem] });
      return trpc.factor.addPasskey.mutate(asked.answer);
    },
    onSuccess: notifyProved,
    failed: 'The passkey was not added',
  });
}

export const useStartAuthenticator = () =>
  useMutation({ mutationFn: () => trpc.factor.startAuthenticator.mutate(), meta: { skipsRefetch: true } });

export const useConfirmAuthenticator = () =>
  useMutation({
    mutationFn: (input: { code: string }) => trpc.factor.confirmAuthenticator.mutate(input),
    onSuccess: notifyProved,
  });

export const useRemoveAuthenticator = () =>
  useChange({ mutationFn: () => trpc.factor.removeAuthenticator.mutate(), failed: 'The app was not removed' });

export const useReplaceRecoveryCodes = (onMade: (codes: string[]) => void) =>
  useChange({
    mutationFn: () => trpc.factor.replaceRecoveryCodes.mutate(),
    failed: 'No codes were made',
    onSuccess: ({ recoveryCodes }) => onMade(recoveryCodes),
  });

export const useCancelReset = () =>
  useChange({ mutationFn: () => trpc.factor.cancelReset.mutate(), failed: 'They will still be removed' });
