import type { ComponentProps, ReactNode } from 'react';
import { fromLocalInput } from '../../domain/local-time.ts';
import { Field, inputClass } from './field.tsx';
import { useFormField } from './form-field.ts';

interface TextFieldProps extends Omit<ComponentProps<'input'>, 'name' | 'type' | 'children'> {
  name: string;
  label: ReactNode;
  type?: 'text' | 'email' | 'tel' | 'number' | 'date' | 'datetime-local' | 'password';
  hint?: ReactNode;
  labelHidden?: boolean;
  /** Codes, numbers and amounts: in the typed face. */
  typed?: boolean;
  wide?: boolean;
}

/** How what was typed becomes the value, for the types whose value is not the text itself. */
const READING = {
  number: { setValueAs: (written: string) => (written === '' ? undefined : Number(written)) },
  // An empty one is no time at all, which a schema may allow.
  'datetime-local': { setValueAs: (local: string) => (local === '' ? undefined : fromLocalInput(local)) },
} as const;

/**
 * One line of a `Form`. Its value is the text that was typed; a number of type `number`, and an ISO time of type
 * `datetime-local` (which shows local time, so its default value is a `toLocalInput`).
 */
export function TextField({
  name,
  label,
  hint,
  labelHidden,
  typed,
  wide,
  className = '',
  type = 'text',
  ...input
}: TextFieldProps) {
  const { registration, error } = useFormField(
    name,
    type in READING ? READING[type as keyof typeof READING] : undefined,
  );
  return (
    <Field label={label} labelHidden={labelHidden} hint={hint} error={error} wide={wide}>
      {(control) => (
        <input
          {...input}
          {...registration}
          {...control}
          type={type}
          className={`${inputClass} ${typed ? 'typed text-[1.0625rem]' : ''} ${className}`}
        />
      )}
    </Field>
  );
}
