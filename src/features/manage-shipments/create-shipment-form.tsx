import { useState } from 'react';
import { useOnline } from '../../browser/online-status.ts';
import { usePageVisit } from '../../browser/use-page-visit.ts';
import { site } from '../../config/site.ts';
import { fromLocalInput, toLocalInput } from '../../domain/local-time.ts';
import { paths } from '../../domain/paths.ts';
import {
  type CreateShipment,
  type CreateShipmentInput,
  CreateShipmentSchema,
  DEFAULT_PAYER,
} from '../../domain/shipment.ts';
import { outbox } from '../../outbox/device-outbox.ts';
import type { DraftRow } from '../../outbox/outbox-row.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { showOnForm } from '../../ui/form/failure.ts';
import { Form } from '../../ui/form/form.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { forgetUnsavedInput } from '../../ui/form/unsaved-input.ts';
import { useForm } from '../../ui/form/use-form.ts';
import { Notice } from '../../ui/notice.tsx';
import { toast } from '../../ui/toast/toast.ts';
import { useMay } from '../session/use-may.ts';
import { notifySubmitted } from './mutations.ts';
import { ShipmentFields } from './shipment-fields.tsx';
import { shipmentResolver, TIME_FIELDS } from './shipment-resolver.ts';

interface CreateShipmentFormProps {
  /** Null for a new shipment. */
  draft: DraftRow | null;
  /** `id` is null if the response did not contain it. */
  onCreated: (id: string | null) => void;
  onQueued: () => void;
}

export function CreateShipmentForm({ draft, onCreated, onQueued }: CreateShipmentFormProps) {
  const [isUploading, setUploading] = useState(false);
  const [isSaving, setSaving] = useState(false);
  const isOnline = useOnline();
  const { isShown } = usePageVisit();
  const setsFee = useMay()('rateAdmin.save');
  const name = draft ? `draft ${draft.opId}` : 'create-shipment';
  const form = useForm<CreateShipmentInput, unknown, CreateShipment>({
    resolver: shipmentResolver(CreateShipmentSchema),
    defaultValues: { ...formValuesOf(draft), ...(!setsFee && { fee: 0 }) },
  });

  async function saveAsDraft() {
    setSaving(true);
    try {
      await outbox.saveDraft(draftInputOf(form.getValues()), draft);
      forgetUnsavedInput(name);
      onQueued();
    } catch (error) {
      showOnForm(form, error);
      setSaving(false);
    }
  }

  return (
    <Form
      form={form}
      persistAs={name}
      className="gap-8"
      errorTitle="The shipment was not created"
      onSubmit={async (input, onStored) => {
        const submitted = draft
          ? await outbox.sendDraft(draft, input)
          : await outbox.submit({ procedure: 'shipmentAdmin.createShipment', input }, { isShown, onStored });
        notifySubmitted(submitted);
        if (submitted.status === 'waiting') return onQueued();
        toast.success('Shipment created');
        onCreated((submitted.response as { id: string } | undefined)?.id ?? null);
      }}
    >
      {!isOnline && (
        <Notice icon="wifi-off">
          Save it as a draft, finished or not, and send it from the outbox later. You can only add images online.
        </Notice>
      )}
      <ShipmentFields isNew withoutFee={!setsFee} onUploading={setUploading} />
      {!setsFee && <p className="soft">A manager sets the shipping fee.</p>}
      <div className="row border-t-2 border-rule-strong pt-6">
        {isOnline && (
          <SubmitButton pendingLabel="Creating" icon="package-plus" disabled={isUploading} label="Create shipment" />
        )}
        {(!isOnline || draft) && (
          <Button
            variant={isOnline ? 'outline' : 'primary'}
            className="max-sm:w-full"
            icon="pencil"
            disabled={isUploading}
            pending={isSaving}
            pendingLabel="Saving"
            onClick={saveAsDraft}
          >
            Save as draft
          </Button>
        )}
        <ButtonLink to={draft ? paths.outbox : paths.manageShipments()} variant="quiet">
          Cancel
        </ButtonLink>
        {isUploading && <p className="soft">Wait until the images are uploaded.</p>}
      </div>
    </Form>
  );
}

/** Times are in the site's time zone. */
function formValuesOf(draft: DraftRow | null): Partial<CreateShipmentInput> {
  if (!draft)
    return {
      service: 'Package',
      payer: DEFAULT_PAYER,
      parcels: 1,
      value: 0,
      shipDate: toLocalInput(new Date().toISOString(), site.timeZone),
    };
  const times = TIME_FIELDS.flatMap((name) => {
    const time = draft.input[name];
    return typeof time === 'string' && !Number.isNaN(Date.parse(time))
      ? [[name, toLocalInput(time, site.timeZone)]]
      : [];
  });
  return { parcels: 1, ...draft.input, ...Object.fromEntries(times) };
}

/** Leaves out empty values (NaN for numbers); times in UTC. */
function draftInputOf(values: Partial<CreateShipmentInput>): DraftRow['input'] {
  const filled = Object.entries(values).filter(
    ([, value]) => value !== undefined && value !== '' && !Number.isNaN(value),
  );
  const isTime = (name: string) => (TIME_FIELDS as readonly string[]).includes(name);
  return Object.fromEntries(
    filled.map(([name, value]) => [name, isTime(name) ? fromLocalInput(String(value), site.timeZone) : value]),
  );
}
