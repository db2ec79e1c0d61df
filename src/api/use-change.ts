import { type UseMutationOptions, useMutation } from '@tanstack/react-query';
import { useIsShown } from '../browser/use-is-shown.ts';
import { toast } from '../ui/toast/toast.ts';
import { formatFailure } from './form-errors.ts';

export interface ChangeOptions<Answer, Input> extends UseMutationOptions<Answer, Error, Input> {
  /** Not in a `Form`, which has its own. */
  failed?: string | undefined;
}

/**
 * Errors after leaving are toasts. Use `onSuccess`, since `mutate`'s callbacks are not called then.
 */
export function useChange<Answer, Input = void>({ failed, onError, ...options }: ChangeOptions<Answer, Input>) {
  const isShown = useIsShown();
  const mutation = useMutation({
    ...options,
    onError(error, ...rest) {
      if (failed && !isShown()) toast.error(failed, formatFailure(error));
      return onError?.(error, ...rest);
    },
  });
  const { error } = mutation;
  return { ...mutation, failure: failed && error ? { title: failed, message: formatFailure(error) } : undefined };
}

export type Change<Input> = Pick<
  ReturnType<typeof useChange<unknown, Input>>,
  'mutate' | 'reset' | 'isPending' | 'failure'
>;
