import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { serverErrorOf } from './calls/server-error.ts';

/** The rest goes to the root (specification section 5). */
export function showOnForm<Values extends FieldValues, Context, Output>(
  form: UseFormReturn<Values, Context, Output>,
  error: unknown,
): void {
  const { fieldErrors } = serverErrorOf(error);
  const known = Object.entries(fieldErrors).filter(([field]) => field in form.getValues());
  for (const [field, [first]] of known) form.setError(field as Path<Values>, { type: 'server', message: first });
  if (known.length === 0) form.setError('root', { type: 'server', message: formatFailure(error) });
}

export function formatFailure(error: unknown): string {
  const { message, fieldErrors } = serverErrorOf(error);
  return Object.values(fieldErrors).flat()[0] ?? message;
}
