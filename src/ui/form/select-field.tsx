import { type ComponentProps, type ReactNode, useLayoutEffect, useRef } from 'react';
import { useFormContext } from 'react-hook-form';
import { Select } from '../select.tsx';
import { Field } from './field.tsx';
import { useFormField } from './form-field.ts';

export interface SelectOption {
  value: string;
  label: string;
  disabled?: boolean;
}

interface SelectFieldProps extends Omit<ComponentProps<'select'>, 'name' | 'children'> {
  name: string;
  label: ReactNode;
  options: readonly SelectOption[];
  placeholder?: string;
  hint?: ReactNode;
  wide?: boolean;
}

export function SelectField({ name, label, options, placeholder, hint, wide, ...select }: SelectFieldProps) {
  const { registration, error } = useFormField(name);
  const { getValues } = useFormContext();
  const element = useRef<HTMLSelectElement>(null);
  // The chosen option may arrive after the form's value. `setValue` would count as typing.
  useLayoutEffect(() => {
    if (element.current && options.length > 0) element.current.value = getValues(name) ?? '';
  }, [options.length, name, getValues]);
  return (
    <Field label={label} hint={hint} error={error} wide={wide}>
      {(control) => (
        <Select
          {...select}
          {...registration}
          {...control}
          ref={(node) => {
            element.current = node;
            registration.ref(node);
          }}
          options={placeholder === undefined ? options : [{ value: '', label: placeholder }, ...options]}
        />
      )}
    </Field>
  );
}
