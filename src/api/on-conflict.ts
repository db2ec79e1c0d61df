import { serverErrorOf } from './calls/call-error.ts';

/**
 * When someone else was faster, `acceptNow` reads what they saved before the form shows the error:
 * saving again works as soon as the message says so.
 */
export const onConflict =
  (acceptNow: () => Promise<void>, codes: readonly string[] = ['CONFLICT']) =>
  async (error: unknown): Promise<never> => {
    if (codes.includes(serverErrorOf(error).code ?? '')) await acceptNow();
    throw error;
  };
