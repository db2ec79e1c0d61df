import type { ReactNode } from 'react';
import { site } from '../../config/site.ts';
import { decimalsOf } from '../../domain/currency.ts';
import { hasCents, parseAmount } from '../../domain/money.ts';
import { Field, inputClass } from './field.tsx';
import { useFormField } from './form-field.ts';

interface MoneyFieldProps {
  name: string;
  label: string;
  hint?: ReactNode;
  wide?: boolean;
  required?: boolean;
}

/** Unreadable text stays, for the schema to reject. */
const PARSE_AMOUNT = {
  setValueAs: (typed: string | number | undefined) =>
    typed === '' ? undefined : typeof typed === 'string' ? (parseAmount(typed, site.currency) ?? typed) : typed,
};

function showDecimals(input: HTMLInputElement | null): void {
  const amount = input && input !== document.activeElement ? parseAmount(input.value, site.currency) : null;
  if (input && amount !== null && hasCents(amount)) input.value = amount.toFixed(decimalsOf(site.currency));
}

/** An amount in the brand's currency. A text input, since number inputs silently drop 1,50. */
export function MoneyField({ name, label, hint, wide, required = true }: MoneyFieldProps) {
  const { registration, error } = useFormField(name, PARSE_AMOUNT);
  return (
    <Field label={label} hint={hint} error={error} wide={wide}>
      {(control) => (
        <input
          {...registration}
          {...control}
          ref={(input) => {
            registration.ref(input);
            showDecimals(input);
          }}
          type="text"
          inputMode={decimalsOf(site.currency) > 0 ? 'decimal' : 'numeric'}
          autoComplete="off"
          required={required}
          className={`${inputClass} typed text-[length:var(--t-typed)]`}
        />
      )}
    </Field>
  );
}
