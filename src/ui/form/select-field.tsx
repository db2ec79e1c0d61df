import { type ComponentProps, type ReactNode, useLayoutEffect, useRef } from 'react';
import { useFormContext } from 'react-hook-form';
import { Icon } from '../icon.tsx';
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

export function SelectField({
  name,
  label,
  options,
  placeholder,
  hint,
  wide,
  className = '',
  ...select
}: SelectFieldProps) {
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
        <div className="pick">
          <select
            {...select}
            {...registration}
            {...control}
            ref={(node) => {
              element.current = node;
              registration.ref(node);
            }}
            className={`pick-list ${className}`}
          >
            {placeholder !== undefined && <option value="">{placeholder}</option>}
            {options.map((option) => (
              <option key={option.value} value={option.value} disabled={option.disabled}>
                {option.label}
              </option>
            ))}
          </select>
          <Icon name="chevron-down" />
        </div>
      )}
    </Field>
  );
}
