import type { ComponentProps, ReactNode } from 'react';
import { Icon } from '../icon.tsx';
import { Field, inputClass } from './field.tsx';
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
  /** The first option, standing for no choice (''). */
  placeholder?: string;
  hint?: ReactNode;
  wide?: boolean;
}

/** A native select. */
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
  return (
    <Field label={label} hint={hint} error={error} wide={wide}>
      {(control) => (
        <div className="pick">
          <select
            // Remount when options load late, so that the form's value is selected.
            key={options.length}
            {...select}
            {...registration}
            {...control}
            className={`${inputClass} appearance-none pr-12 text-ellipsis ${className}`}
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
