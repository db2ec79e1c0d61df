import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';

interface Failure {
  fieldErrors: Record<string, string[]>;
  firstMessage: string;
}

let readFailure: (error: unknown) => Failure;

/** Sets what reads a failure at startup, since this layer knows no server. */
export function setFailureReader(reader: (error: unknown) => Failure): void {
  readFailure = reader;
}

/** The rest goes to the root. */
export function showOnForm<Values extends FieldValues, Context, Output>(
  form: UseFormReturn<Values, Context, Output>,
  error: unknown,
): void {
  const { fieldErrors, firstMessage } = readFailure(error);
  const known = Object.entries(fieldErrors).filter(([field]) => field in form.getValues());
  for (const [field, [first]] of known) form.setError(field as Path<Values>, { type: 'server', message: first });
  if (known.length === 0) form.setError('root', { type: 'server', message: firstMessage });
}
