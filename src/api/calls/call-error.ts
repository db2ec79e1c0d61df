import type { TRPCClientError } from '@trpc/client';
import type { AppRouter } from '../../../server/routers/router.ts';

const NAME = 'TRPCClientError';

/** Whether this is what a call throws. By its name: the class comes with the client, which comes with the first call. */
export const isCallError = (error: unknown): error is TRPCClientError<AppRouter> =>
  error instanceof Error && error.name === NAME;

/** The failure of a call that could not even be made. */
export const callError = (message: string): Error => Object.assign(new Error(message), { name: NAME });
