import type { ComponentProps, ReactNode } from 'react';
import { Field, inputClass } from './field.tsx';
import { useFormField } from './form-field.ts';

interface TextFieldProps extends Omit<ComponentProps<'input'>, 'name' | 'type' | 'children'> {
  name: string;
  label: ReactNode;
  type?: 'text' | 'email' | 'tel' | 'date' | 'time' | 'datetime-local' | 'password';
  hint?: ReactNode;
  labelHidden?: boolean;
  mono?: boolean;
  wide?: boolean;
  validateWith?: string;
  setValueAs?: (typed: unknown) => unknown;
}

export function TextField({
  name,
  label,
  hint,
  labelHidden,
  mono,
  wide,
  validateWith,
  setValueAs,
  className = '',
  type = 'text',
  ...input
}: TextFieldProps) {
  const { registration, error } = useFormField(name, { deps: validateWith, setValueAs });
  return (
    <Field label={label} labelHidden={labelHidden} hint={hint} error={error} wide={wide}>
      {(control) => (
        <input
          {...input}
          {...registration}
          {...control}
          type={type}
          className={`${inputClass} ${mono ? 'typed text-[length:var(--t-typed)]' : ''} ${className}`}
        />
      )}
    </Field>
  );
}
