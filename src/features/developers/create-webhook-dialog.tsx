import { ActForm } from '../../acts/act-form.tsx';
import { KEY_KINDS, type KeyKind } from '../../domain/api-key.ts';
import { CreateOwnWebhookSchema, WEBHOOK_EVENTS } from '../../domain/webhook.ts';
import { ChoiceField } from '../../ui/form/choice-field.tsx';
import { SelectField } from '../../ui/form/select-field.tsx';
import { TextField } from '../../ui/form/text-field.tsx';

const EVENT_LABELS: Record<(typeof WEBHOOK_EVENTS)[number], string> = {
  'shipment.created': 'Created',
  'shipment.status_changed': 'Another status',
  'shipment.collected': 'Collected at your door',
  'shipment.out_for_delivery': 'Out for delivery',
  'shipment.attempted': 'Delivery attempted',
  'shipment.decided': 'Decided what happens next',
  'shipment.delivered': 'Delivered',
  'shipment.cancelled': 'Cancelled',
  'shipment.proof_received': 'Photo or signature received',
  'pickup.done': 'Pickup done',
  'pickup.failed': 'Pickup failed',
  'return.requested': 'Return requested',
  'return.created': 'Return created',
  'return.status_changed': 'Another status of a return',
};

const KIND_LABELS: Record<KeyKind, string> = { test: 'Test shipments', live: 'Real shipments' };

interface CreateWebhookDialogProps {
  onClose: () => void;
  onCreated: (secret: string) => void;
}

export function CreateWebhookDialog({ onClose, onCreated }: CreateWebhookDialogProps) {
  return (
    <ActForm
      title="New webhook"
      schema={CreateOwnWebhookSchema}
      values={{ url: '', kind: 'live', events: [...WEBHOOK_EVENTS] }}
      call="webhook.create"
      failed="The webhook was not added"
      onSuccess={({ secret }) => onCreated(secret)}
      submit={{ label: 'Add webhook', pendingLabel: 'Adding', icon: 'check' }}
      onClose={onClose}
    >
      <TextField
        name="url"
        label="Address"
        hint="Such as https://shop.example.com/waybill"
        inputMode="url"
        autoComplete="off"
        mono
        required
      />
      <SelectField
        name="kind"
        label="Events of"
        options={KEY_KINDS.toReversed().map((kind) => ({ value: kind, label: KIND_LABELS[kind] }))}
      />
      <ChoiceField
        name="events"
        label="Events"
        options={WEBHOOK_EVENTS.map((event) => ({ value: event, label: EVENT_LABELS[event], detail: event }))}
      />
    </ActForm>
  );
}
