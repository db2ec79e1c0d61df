import type { ReactNode } from 'react';
import { parseAmount } from '../../domain/money.ts';
import { Field, inputClass } from './field.tsx';
import { useFormField } from './form-field.ts';

interface MoneyFieldProps {
  name: string;
  label: string;
  hint?: ReactNode;
  /** The whole row. */
  wide?: boolean;
}

/** How what was typed becomes dollars. What cannot be read stays as it was typed, for the schema to refuse. */
const AS_DOLLARS = {
  setValueAs: (typed: string | number | undefined) =>
    typed === '' ? undefined : typeof typed === 'string' ? (parseAmount(typed) ?? typed) : typed,
};

/** An amount of a `Form` in dollars, which must be there. Not a number's field: that refuses 1,50 without a word. */
export function MoneyField({ name, label, hint, wide }: MoneyFieldProps) {
  const { registration, error } = useFormField(name, AS_DOLLARS);
  return (
    <Field label={label} hint={hint} error={error} wide={wide}>
      {(control) => (
        <input
          {...registration}
          {...control}
          type="text"
          inputMode="decimal"
          autoComplete="off"
          required
          className={`${inputClass} typed text-[1.0625rem]`}
        />
      )}
    </Field>
  );
}
