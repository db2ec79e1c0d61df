import { useSend } from '../../api/use-send.ts';
import { type CourierLimits, SetCourierLimitsSchema } from '../../domain/courier-limits.ts';
import type { ManagedUser } from '../../domain/user.ts';
import { Form } from '../../ui/form/form.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { useSchemaForm } from '../../ui/form/use-schema-form.ts';
import { Section } from '../../ui/layout/section.tsx';

/** What isn’t a number stays, for the schema to reject. */
const toCount = (typed: unknown) => {
  const text = String(typed ?? '').trim();
  if (text === '') return null;
  return /^\d+$/.test(text) ? Number(text) : typed;
};
const toClock = (typed: unknown) => typed || null;

/** What *Plan a day* keeps to. */
export function CourierLimitsForm({ user }: { user: ManagedUser }) {
  const save = useSend('userAdmin.setCourierLimits', { done: 'Usual day saved' });
  const { from, until, area, parcels, kilograms, litres }: CourierLimits = user.limits ?? {};
  const form = useSchemaForm(SetCourierLimitsSchema, {
    values: {
      id: user.id,
      from: from ?? null,
      until: until ?? null,
      area: area ?? '',
      parcels: parcels ?? null,
      kilograms: kilograms ?? null,
      litres: litres ?? null,
    },
  });
  return (
    <Section id="limits" title="Usual day" className="stack gap-3 lg:max-w-180">
      <Form
        form={form}
        persistAs={`limits ${user.id}`}
        aria-labelledby="limits"
        errorTitle="The usual day was not saved"
        columns={2}
        onSubmit={async (limits) => {
          await save.mutateAsync(limits);
          form.reset({ ...form.getValues() }, { keepDirtyValues: false, keepDirty: false });
        }}
      >
        <TextField name="from" label="From" type="time" hint="When the van leaves" setValueAs={toClock} mono />
        <TextField name="until" label="Until" type="time" hint="When it is back" setValueAs={toClock} mono />
        <TextField
          name="area"
          label="Postcodes"
          hint="For example 411, 413 04, 415 01-415 29. Empty: everywhere."
          autoComplete="off"
          wide
          mono
        />
        <TextField
          name="parcels"
          label="Parcels"
          hint="What fits into the van"
          inputMode="numeric"
          setValueAs={toCount}
          mono
        />
        <TextField name="kilograms" label="Kilograms" inputMode="numeric" setValueAs={toCount} mono />
        <TextField name="litres" label="Litres" hint="1 m³ is 1,000" inputMode="numeric" setValueAs={toCount} mono />
        <div className="wide">
          <SubmitButton variant="outline" pendingLabel="Saving" icon="check" label="Save usual day" />
        </div>
      </Form>
    </Section>
  );
}
