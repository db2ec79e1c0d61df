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
  /** The field that must say the same: correcting either of them checks both. */
  sameAs?: string;
}

/** A password of a `Form`, with its 'Show password' box. */
export function PasswordField({ name, sameAs, ...field }: PasswordFieldProps) {
  const { registration, error } = useFormField(name, { deps: sameAs });
  return <PasswordInput {...field} {...registration} error={error} />;
}
