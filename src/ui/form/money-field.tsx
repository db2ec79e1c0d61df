import type { ReactNode } from 'react';
import { hasCents, parseAmount } from '../../domain/money.ts';
import { Field, inputClass } from './field.tsx';
import { useFormField } from './form-field.ts';

interface MoneyFieldProps {
  name: string;
  label: string;
  hint?: ReactNode;
  wide?: boolean;
}

/** Unreadable text stays, for the schema to reject. */
const PARSE_DOLLARS = {
  setValueAs: (typed: string | number | undefined) =>
    typed === '' ? undefined : typeof typed === 'string' ? (parseAmount(typed) ?? typed) : typed,
};

function showCents(input: HTMLInputElement | null): void {
  const dollars = input && input !== document.activeElement ? parseAmount(input.value) : null;
  if (input && dollars !== null && hasCents(dollars)) input.value = dollars.toFixed(2);
}

/** A required amount in dollars. A text input, since number inputs silently drop 1,50. */
export function MoneyField({ name, label, hint, wide }: MoneyFieldProps) {
  const { registration, error } = useFormField(name, PARSE_DOLLARS);
  return (
    <Field label={label} hint={hint} error={error} wide={wide}>
      {(control) => (
        <input
          {...registration}
          {...control}
          ref={(input) => {
            registration.ref(input);
            showCents(input);
          }}
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
