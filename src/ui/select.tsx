import type { ComponentProps, ReactNode } from 'react';
import { Icon } from './icon.tsx';

interface SelectProps extends Omit<ComponentProps<'select'>, 'children'> {
  options: readonly { value: string | number; label: ReactNode; disabled?: boolean }[];
}

/** A list of which one entry is chosen, also outside of forms. */
export const Select = ({ options, className = '', ...select }: SelectProps) => (
  <span className="pick block">
    <select {...select} className={`pick-list ${className}`}>
      {options.map(({ value, label, disabled }) => (
        <option key={value} value={value} disabled={disabled}>
          {label}
        </option>
      ))}
    </select>
    <Icon name="chevron-down" />
  </span>
);
