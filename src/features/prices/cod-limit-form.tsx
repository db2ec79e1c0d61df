import { useQuery } from '@tanstack/react-query';
import * as v from 'valibot';
import { useSend } from '../../api/use-send.ts';
import { formatPrice, inCurrency } from '../../config/currency.ts';
import { SetCodSchema } from '../../domain/cod.ts';
import { ratesRefusal } from '../../domain/roles.ts';
import { Form } from '../../ui/form/form.tsx';
import { MoneyField } from '../../ui/form/money-field.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { useSchemaForm } from '../../ui/form/use-schema-form.ts';
import { Section } from '../../ui/layout/section.tsx';
import { QueryView } from '../../ui/list/query-view.tsx';
import { useProfile } from '../session/queries.ts';
import { codLimitQuery } from './queries.ts';

/** How much a shop may have collected at the door. */
export function CodLimit({ userId }: { userId: string }) {
  const query = useQuery(codLimitQuery(userId));
  const person = useProfile();
  const isOwn = person && ratesRefusal(person, userId) !== null;
  return (
    <Section id="cod" title="Cash on delivery" head="block-head" className="stack gap-4 mt-6 lg:max-w-180">
      <QueryView query={query}>
        {({ limit }) =>
          isOwn ? (
            <p>{limit === null ? 'Not allowed.' : `Up to ${formatPrice(limit)} a shipment.`}</p>
          ) : (
            <LimitForm userId={userId} limit={limit} />
          )
        }
      </QueryView>
    </Section>
  );
}

/** An empty field allows nothing. */
const FormSchema = v.object({ ...SetCodSchema.entries, limit: v.optional(SetCodSchema.entries.limit, null) });

function LimitForm({ userId, limit }: { userId: string; limit: number | null }) {
  const save = useSend('rateAdmin.setCod', { done: 'Cash on delivery saved' });
  const form = useSchemaForm(FormSchema, { values: { userId, limit: limit ?? undefined } });
  return (
    <Form
      form={form}
      persistAs={`cod ${userId}`}
      aria-labelledby="cod"
      errorTitle="The limit was not saved"
      onSubmit={async (input) => {
        await save.mutateAsync(input);
        form.reset({ ...form.getValues() }, { keepDirtyValues: false, keepDirty: false });
      }}
    >
      <MoneyField
        name="limit"
        label={inCurrency('At most, for a shipment')}
        hint="Leave it empty, and this shop can’t send cash on delivery."
        required={false}
      />
      <div>
        <SubmitButton variant="outline" pendingLabel="Saving" icon="check" label="Save limit" />
      </div>
    </Form>
  );
}
