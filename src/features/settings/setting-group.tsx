import { type ReactNode, useId } from 'react';
import { useController } from 'react-hook-form';
import { FieldError } from '../../ui/form/field.tsx';

interface SettingGroupProps {
  name: string;
  label: string;
  hint: string;
  /** It gets what the setting says, as text. */
  children: (value: string, set: (value: string) => void) => ReactNode;
}

/** A setting that takes more than one control. */
export function SettingGroup({ name, label, hint, children }: SettingGroupProps) {
  const { field, fieldState } = useController({ name });
  const id = useId();
  const error = fieldState.error?.message;
  return (
    <fieldset
      className="field border-0 p-0 m-0 min-w-0"
      aria-describedby={[hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ') || undefined}
    >
      <legend className="field-label p-0 mb-2">{label}</legend>
      {children(String(field.value ?? ''), (value) => field.onChange(value))}
      {hint && (
        <p id={`${id}-hint`} className="field-hint">
          {hint}
        </p>
      )}
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </fieldset>
  );
}
