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
  /** The field with which it has a rule in common: correcting either of them checks both. */
  checkedWith?: string;
}

/** A password of a `Form`, with its 'Show password' box. */
export function PasswordField({ name, checkedWith, ...field }: PasswordFieldProps) {
  const { registration, error } = useFormField(name, { deps: checkedWith });
  return <PasswordInput {...field} {...registration} error={error} />;
}
