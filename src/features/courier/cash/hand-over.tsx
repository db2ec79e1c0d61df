import { useState } from 'react';
import { formatPrice } from '../../../config/currency.ts';
import { site } from '../../../config/site.ts';
import { parseAmount } from '../../../domain/money.ts';
import type { CourierRun } from '../../../domain/runs/views.ts';
import { BigButton } from '../../../ui/big-button.tsx';
import { Field, inputClass } from '../../../ui/form/field.tsx';
import { Section } from '../../../ui/layout/section.tsx';

/** What the courier hands over: all of it, unless something else is typed. Null if that can’t be read. */
export function useHandOver(run: CourierRun) {
  const inHand = run.cash?.collected ?? 0;
  const [typed, setTyped] = useState<string | null>(null);
  return { inHand, typed, setTyped, amount: typed === null ? inHand : parseAmount(typed, site.currency) };
}

export function HandOver({ inHand, typed, setTyped, amount }: ReturnType<typeof useHandOver>) {
  if (inHand === 0) return null;
  return (
    <Section id="cash" title="Cash" head="text-h3 mb-2" className="grid gap-3">
      <p className="text-h1 font-800 leading-tight tabular-nums">Hand over {formatPrice(inHand)}</p>
      {typed === null ? (
        <BigButton icon="pencil" onClick={() => setTyped('')}>
          Another amount
        </BigButton>
      ) : (
        <Field
          label="You hand over"
          hint="If it isn’t what you collected, tell the desk why."
          {...(typed && amount === null && { error: 'Enter an amount, for example 1214.50.' })}
        >
          {(control) => (
            <input
              {...control}
              className={`${inputClass} typed min-h-14`}
              inputMode="decimal"
              autoComplete="off"
              maxLength={20}
              value={typed}
              onChange={({ target }) => setTyped(target.value)}
            />
          )}
        </Field>
      )}
    </Section>
  );
}

/** The purse: what the run has collected, until it is handed over. */
export const CashLine = ({ cash: { collected, handedOver } }: { cash: NonNullable<CourierRun['cash']> }) => (
  <span className="block font-700">
    {handedOver === null ? `Cash: ${formatPrice(collected)}` : `Handed over ${formatPrice(handedOver)}`}
  </span>
);
