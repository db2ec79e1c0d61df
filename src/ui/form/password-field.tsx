import type { ReactNode } from 'react';
import { useFormField } from './form-field.ts';
import { PasswordInput } from './password-input.tsx';

interface PasswordFieldProps {
  name: string;
  label: string;
  autoComplete: 'current-password' | 'new-password';
  hint?: ReactNode;
  aside?: ReactNode;
  required?: boolean;
  wide?: boolean;
  validateWith?: string;
}

export function PasswordField({ name, validateWith, ...field }: PasswordFieldProps) {
  const { registration, error } = useFormField(name, { deps: validateWith });
  return <PasswordInput {...field} {...registration} error={error} />;
}
