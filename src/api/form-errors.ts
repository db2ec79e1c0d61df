import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { serverErrorOf } from './calls/call-error.ts';

/** The rest goes to the root. */
export function showOnForm<Values extends FieldValues, Context, Output>(
  form: UseFormReturn<Values, Context, Output>,
  error: unknown,
): void {
  const { fieldErrors, firstMessage } = serverErrorOf(error);
  const known = Object.entries(fieldErrors).filter(([field]) => field in form.getValues());
  for (const [field, [first]] of known) form.setError(field as Path<Values>, { type: 'server', message: first });
  if (known.length === 0) form.setError('root', { type: 'server', message: firstMessage });
}

/**
 * Shows that someone else was faster, once `acceptNow` has read what they saved: saving again works
 * as soon as the message says so.
 */
export async function showConflictOnForm<Values extends FieldValues, Context, Output>(
  form: UseFormReturn<Values, Context, Output>,
  error: unknown,
  acceptNow: () => Promise<void>,
  codes: readonly string[] = ['CONFLICT'],
): Promise<void> {
  if (codes.includes(serverErrorOf(error).code ?? '')) await acceptNow();
  showOnForm(form, error);
}
