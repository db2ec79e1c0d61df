import { type UseMutationOptions, useMutation } from '@tanstack/react-query';
import { usePageVisit } from '../browser/use-page-visit.ts';
import { toast } from '../ui/toast/toast.ts';
import { serverErrorOf } from './calls/call-error.ts';

export interface ChangeOptions<Answer, Input> extends UseMutationOptions<Answer, Error, Input> {
  /** A toast; a pair has a second line. */
  done?: string | readonly [title: string, text: string] | ((input: Input) => string);
  failed?: string | undefined;
}

/** `failed` is a toast once the page is gone. Use `onSuccess`: `mutate`'s callbacks may not run. */
export function useChange<Answer, Input = void>(change: ChangeOptions<Answer, Input>) {
  const { done, failed, onSuccess, onError, ...options } = change;
  const { isShown } = usePageVisit();
  const mutation = useMutation({
    ...options,
    onSuccess(answer, input, ...rest) {
      const [title, text] = typeof done === 'function' ? [done(input)] : [done].flat();
      if (title) toast.success(title, text);
      return onSuccess?.(answer, input, ...rest);
    },
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
