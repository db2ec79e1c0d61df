import { type ReactNode, useId } from 'react';
import { Checkbox } from './checkbox.tsx';
import { FieldError } from './field.tsx';
import { useFormField } from './form-field.ts';

export function CheckboxField({ name, children }: { name: string; children: ReactNode }) {
  const id = useId();
  const { registration, error } = useFormField(name);
  return (
    <>
      <Checkbox {...registration} aria-invalid={error ? true : undefined} aria-describedby={error && id}>
        {children}
      </Checkbox>
      <FieldError id={id}>{error}</FieldError>
    </>
  );
}
