import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { serverErrorOf } from './calls/server-error.ts';

/**
 * Shows a failed call on its form (specification section 5): each field's first message at the
 * field, and everything else at the root.
 */
export function showOnForm<Values extends FieldValues, Context, Output>(
  form: UseFormReturn<Values, Context, Output>,
  error: unknown,
): void {
  const { message, fieldErrors } = serverErrorOf(error);
  const known = Object.entries(fieldErrors).filter(([field]) => field in form.getValues());
  for (const [field, [first]] of known) form.setError(field as Path<Values>, { type: 'server', message: first });
  if (known.length === 0) {
    const [stray] = Object.values(fieldErrors).flat();
    form.setError('root', { type: 'server', message: stray ?? message });
  }
}
