import type { ReactNode } from 'react';
import { useWatch } from 'react-hook-form';
import { BULK_EMAILS, type Bulk, type BulkChange, type BulkEmails, type BulkPreview } from '../../domain/bulk.ts';
import type { ProofPolicy, ProofRule } from '../../domain/delivery.ts';
import { counted } from '../../domain/figures.ts';
import { CODE_RULE_OPTIONS, PROOF_RULE_OPTIONS } from '../../domain/runs/proof-policy.ts';
import { SHIPMENT_STATUSES, type ShipmentStatus, statusLabel } from '../../domain/shipment-status.ts';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import { SelectField } from '../../ui/form/select-field.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import type { IconName } from '../../ui/icon.tsx';
import { type Hidden, HiddenNote } from '../selection/selection-bar.tsx';
import { PreviewText, useBulkPreview } from './bulk-preview.tsx';
import { useStartBulk } from './mutations.ts';

interface Values {
  status: ShipmentStatus;
  emails: BulkEmails;
  address: string;
  comment: string;
  rules: 'default' | 'own';
  photo: ProofRule;
  signature: ProofRule;
  code: NonNullable<ProofPolicy['code']>;
  name: ProofRule;
}

const DEFAULTS: Values = {
  status: 'shipped',
  emails: 'summary',
  address: '',
  comment: '',
  rules: 'own',
  photo: 'required',
  signature: 'off',
  code: 'off',
  name: 'off',
};

interface DialogText {
  title: (shipments: string) => string;
  failed: string;
  submit: string;
  pending: string;
  icon: IconName;
}

export type DialogKind = Exclude<BulkChange['kind'], 'delete'>;

const TEXTS: Record<DialogKind, DialogText> = {
  status: {
    title: (shipments) => `Change the status of ${shipments}`,
    failed: 'The status was not changed',
    submit: 'Change status',
    pending: 'Changing',
    icon: 'refresh-cw',
  },
  location: {
    title: (shipments) => `Add a location to ${shipments}`,
    failed: 'The location was not added',
    submit: 'Add location',
    pending: 'Adding',
    icon: 'plus',
  },
  proof: {
    title: (shipments) => `Proof of delivery of ${shipments}`,
    failed: 'The proof was not changed',
    submit: 'Save',
    pending: 'Saving',
    icon: 'check',
  },
};

interface BulkDialogProps {
  kind: DialogKind;
  ids: readonly string[];
  hidden: Hidden;
  onStarted: (bulk: Bulk) => void;
  onClose: () => void;
}

/** One change to all selected shipments, and what it would do. */
export function BulkDialog({ kind, ids, hidden, onStarted, onClose }: BulkDialogProps) {
  const start = useStartBulk();
  const form = useForm<Values>({ defaultValues: DEFAULTS });
  const values = { ...DEFAULTS, ...useWatch({ control: form.control }) };
  const change = changeOf(kind, values);
  const preview = useBulkPreview(ids, kind === 'location' ? { kind, address: '…', comment: '' } : change);
  const text = TEXTS[kind];
  return (
    <FormDialog
      title={text.title(counted(ids.length, 'shipment'))}
      form={form}
      persistAs={`bulk ${kind}`}
      errorTitle={text.failed}
      onSubmit={async (submitted) => {
        const emails = kind === 'status' ? submitted.emails : 'none';
        onStarted(await start.mutateAsync({ ids: [...ids], change: changeOf(kind, submitted), emails }));
      }}
      submit={{ label: text.submit, pendingLabel: text.pending, icon: text.icon }}
      onClose={onClose}
    >
      {fieldsOf(kind, values, preview)}
      <HiddenNote hidden={hidden} />
      <PreviewText preview={preview} change={change} />
    </FormDialog>
  );
}

function changeOf(
  kind: DialogKind,
  { status, address, comment, rules, photo, signature, name, code }: Values,
): BulkChange {
  if (kind === 'status') return { kind, status };
  if (kind === 'location') return { kind, address, comment };
  return { kind, proof: rules === 'default' ? null : { photo, signature, name, code } };
}

const STATUSES = SHIPMENT_STATUSES.map((status) => ({ value: status, label: statusLabel(status) }));

function fieldsOf(kind: DialogKind, { rules }: Values, preview: BulkPreview | undefined): ReactNode {
  if (kind === 'status') {
    return (
      <>
        <SelectField name="status" label="New status" options={STATUSES} />
        <SelectField
          name="emails"
          label="Emails to senders and receivers"
          options={BULK_EMAILS.map((emails) => ({ value: emails, label: emailLabel(emails, preview) }))}
        />
      </>
    );
  }
  if (kind === 'location') {
    return (
      <>
        <TextField name="address" label="Address" autoComplete="off" validateWith="comment" />
        <TextField name="comment" label="Comment" autoComplete="off" validateWith="address" />
      </>
    );
  }
  return (
    <>
      <SelectField
        name="rules"
        label="Rules"
        options={[
          { value: 'own', label: 'Their own' },
          { value: 'default', label: 'The default of all shipments' },
        ]}
      />
      {rules === 'own' && (
        <>
          <SelectField name="photo" label="Photo" options={PROOF_RULE_OPTIONS} />
          <SelectField name="signature" label="Signature" options={PROOF_RULE_OPTIONS} />
          <SelectField name="name" label="Recipient’s name" options={PROOF_RULE_OPTIONS} />
          <SelectField name="code" label="Receiver’s code" options={CODE_RULE_OPTIONS} />
        </>
      )}
    </>
  );
}

function emailLabel(emails: BulkEmails, preview: BulkPreview | undefined): string {
  if (emails === 'none') return 'No emails';
  const [label, count] =
    emails === 'summary' ? ['One for each person', preview?.people] : ['One for each shipment', preview?.emails];
  return count === undefined ? label : `${label} (${counted(count, 'email')})`;
}
