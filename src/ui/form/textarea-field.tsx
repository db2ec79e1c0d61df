import type { ComponentProps, ReactNode } from 'react';
import { Field, inputClass } from './field.tsx';
import { useFormField } from './form-field.ts';

interface TextareaFieldProps extends Omit<ComponentProps<'textarea'>, 'name' | 'children'> {
  name: string;
  label: ReactNode;
  hint?: ReactNode;
  wide?: boolean;
}

export function TextareaField({ name, label, hint, wide, rows = 4, className = '', ...textarea }: TextareaFieldProps) {
  const { registration, error } = useFormField(name);
  return (
    <Field label={label} hint={hint} error={error} wide={wide}>
      {(control) => (
        <textarea {...textarea} {...registration} {...control} rows={rows} className={`${inputClass} ${className}`} />
      )}
    </Field>
  );
}
