import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Resolver } from 'react-hook-form';
import { useSend } from '../../api/use-send.ts';
import { formatPrice } from '../../config/currency.ts';
import { site } from '../../config/site.ts';
import { paths } from '../../domain/paths.ts';
import { checkDraft, DRAFT_FIELDS, type Draft, type DraftFields, fromForm, toForm } from '../../domain/shops/draft.ts';
import type { CreateOwnShipment, OwnShipmentCreated } from '../../domain/shops/own-shipment.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { showOnForm } from '../../ui/form/failure.ts';
import { Form } from '../../ui/form/form.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { forgetUnsavedInput } from '../../ui/form/unsaved-input.ts';
import { useForm } from '../../ui/form/use-form.ts';
import { toast } from '../../ui/toast/toast.ts';
import { FeeNotice } from './fee-notice.tsx';
import { useConfirmDrafts } from './mutations.ts';
import { OwnShipmentFields } from './own-shipment-fields.tsx';
import { useQuote } from './use-quote.ts';

type Values = Record<(typeof DRAFT_FIELDS)[number], string>;

const EMPTY = Object.fromEntries(DRAFT_FIELDS.map((field) => [field, ''])) as Values;

interface OwnShipmentFormProps {
  draft: Draft | null;
  onCreated: (shipment: Pick<OwnShipmentCreated, 'id' | 'trackingId'>) => void;
  onSaved: () => void;
}

export function OwnShipmentForm({ draft, onCreated, onSaved }: OwnShipmentFormProps) {
  const name = draft ? `shipping-draft ${draft.id}` : 'new-shipment';
  const form = useForm<Values, unknown, CreateOwnShipment>({
    resolver,
    defaultValues: { ...EMPTY, parcels: '1', ...(draft && toForm(draft.fields)) },
  });
  // What is wrong shows where it is.
  useEffect(() => {
    if (draft?.problems.some(({ field }) => field !== null)) void form.trigger();
  }, [draft, form]);
  const quote = useQuote(form);
  const client = useQueryClient();
  const create = useSend('shipper.createShipment');
  const confirm = useConfirmDrafts();
  const save = useSend('shipper.saveDraft');
  const [version, setVersion] = useState(draft?.version);
  const { fee } = quote;

  const saveFields = async () => {
    const fields = withoutEmpty(fromForm(form.getValues()));
    const saved = await save.mutateAsync({ fields, ...(draft && { id: draft.id, version }) });
    setVersion(saved.version);
    return saved;
  };

  async function saveAsDraft() {
    try {
      await saveFields();
      forgetUnsavedInput(name);
      toast.success('Draft saved');
      onSaved();
    } catch (error) {
      showOnForm(form, error);
    }
  }

  async function submit(input: CreateOwnShipment) {
    if (fee === null) {
      form.setError('root', { message: quote.problem ?? 'We don’t know the fee yet. Try again in a moment.' });
      return;
    }
    try {
      if (!draft) {
        const made = await create.mutateAsync({ ...input, seenFee: fee });
        toast.success('Shipment created');
        return onCreated(made);
      }
      const { id, version: seen } = await saveFields();
      const [result] = await confirm.mutateAsync({ drafts: [{ id, version: seen, seenFee: fee }] });
      if (!result?.shipment) {
        form.setError('root', { message: result?.message ?? undefined });
        return;
      }
      toast.success('Shipment created');
      onCreated(result.shipment);
    } catch (error) {
      showOnForm(form, error);
      // Another fee is shown before the next try.
      await client.invalidateQueries({ queryKey: quote.queryKey });
    }
  }

  return (
    <Form form={form} persistAs={name} className="gap-8" errorTitle="The shipment was not created" onSubmit={submit}>
      <OwnShipmentFields codFee={quote.codFee} codLimit={quote.codLimit} />
      <FeeNotice quote={quote} />
      <div className="row border-t-2 border-rule-strong pt-6">
        <SubmitButton
          pendingLabel="Creating"
          icon="package-plus"
          label={fee === null ? 'Create shipment' : `Create shipment for ${formatPrice(fee)}`}
        />
        <Button
          icon="pencil"
          className="max-sm:w-full"
          pending={save.isPending}
          pendingLabel="Saving"
          onClick={saveAsDraft}
        >
          Save as draft
        </Button>
        <ButtonLink to={draft ? paths.drafts() : paths.shipping()} variant="quiet">
          Cancel
        </ButtonLink>
      </div>
    </Form>
  );
}

/** The rules of a new shipment, as the server checks them. */
const resolver: Resolver<Values, unknown, CreateOwnShipment> = (values) => {
  const checked = checkDraft(fromForm(values), site);
  if ('input' in checked) return { values: checked.input, errors: {} };
  const errors = checked.problems
    .toReversed()
    .map(({ field, message }) => [field ?? 'root', { type: 'validate', message }]);
  return { values: {}, errors: Object.fromEntries(errors) };
};

const withoutEmpty = (fields: DraftFields): DraftFields =>
  Object.fromEntries(Object.entries(fields).filter(([, text]) => text.trim() !== ''));
