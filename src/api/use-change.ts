import { type UseMutationOptions, useMutation } from '@tanstack/react-query';
import { usePageVisit } from '../browser/use-page-visit.ts';
import { toast } from '../ui/toast/toast.ts';
import { serverErrorOf } from './calls/call-error.ts';

export interface ChangeOptions<Answer, Input> extends UseMutationOptions<Answer, Error, Input> {
  failed?: string | undefined;
}

/** A toast once the page is gone. Use `onSuccess`: `mutate`'s callbacks may not run. */
export function useChange<Answer, Input = void>({ failed, onError, ...options }: ChangeOptions<Answer, Input>) {
  const { isShown } = usePageVisit();
  const mutation = useMutation({
    ...options,
    onError(error, ...rest) {
      if (failed && !isShown()) toast.error(failed, serverErrorOf(error).firstMessage);
      return onError?.(error, ...rest);
    },
  });
  const { error } = mutation;
  return {
    ...mutation,
    failure: failed && error ? { title: failed, message: serverErrorOf(error).firstMessage } : undefined,
  };
}

export type Change<Input> = Pick<
  ReturnType<typeof useChange<unknown, Input>>,
  'mutate' | 'reset' | 'isPending' | 'failure'
>;
