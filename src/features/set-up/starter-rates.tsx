import * as v from 'valibot';
import { useSend } from '../../api/use-send.ts';
import { inCurrency } from '../../config/currency.ts';
import { amountOf } from '../../domain/field-schemas.ts';
import { Form } from '../../ui/form/form.tsx';
import { MoneyField } from '../../ui/form/money-field.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { useSchemaForm } from '../../ui/form/use-schema-form.ts';
import { proposeFees } from './propose.ts';

const fee = amountOf('Fee', 0);
const FeesSchema = v.object({ small: fee, medium: fee, large: fee });
const SIZES = [
  ['small', 2],
  ['medium', 5],
  ['large', 20],
] as const;

/** Three prices that count everywhere; *Rates* has countries and the rest. */
export function StarterRates({ currency }: { currency: string }) {
  const [small, medium, large] = proposeFees(currency);
  const form = useSchemaForm(FeesSchema, { defaultValues: { small, medium, large } });
  const save = useSend('rateAdmin.save', { failed: 'Not all rates were saved' });
  return (
    <Form
      form={form}
      columns={2}
      errorTitle="The rates were not saved"
      onSubmit={async (fees) => {
        for (const [name, kilograms] of SIZES) await save.mutateAsync({ maxGrams: kilograms * 1_000, fee: fees[name] });
      }}
    >
      {SIZES.map(([name, kilograms]) => (
        <MoneyField key={name} name={name} label={inCurrency(`Up to ${kilograms} kg`)} />
      ))}
      <SubmitButton label="Save these rates" pendingLabel="Saving" icon="check" />
    </Form>
  );
}
