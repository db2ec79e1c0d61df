import type { ReactNode } from 'react';
import { useFormField } from './form-field.ts';
import { PasswordInput } from './password-input.tsx';

interface PasswordFieldProps {
  name: string;
  label: string;
  /** `current-password` where one logs in, `new-password` where one chooses. */
  autoComplete: 'current-password' | 'new-password';
  hint?: ReactNode;
  aside?: ReactNode;
  required?: boolean;
  wide?: boolean;
}

/** A password of a `Form`, with its 'Show password' box. */
export function PasswordField({ name, ...field }: PasswordFieldProps) {
  const { registration, error } = useFormField(name);
  return <PasswordInput {...field} {...registration} error={error} />;
}
