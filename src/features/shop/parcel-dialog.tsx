import type { Resolver } from 'react-hook-form';
import * as v from 'valibot';
import { useSend } from '../../api/use-send.ts';
import { keysOf } from '../../domain/field-schemas.ts';
import {
  CONNECTION_LABELS,
  type Connection,
  type ConnectionKind,
  type NewSecret,
  type UsualParcel,
  UsualParcelSchema,
} from '../../domain/shops/connection.ts';
import { fromForm, toForm } from '../../domain/shops/draft.ts';
import { PARCEL_ENTRIES } from '../../domain/shops/parcel-size.ts';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { useForm } from '../../ui/form/use-form.ts';

export type Opened = { kind: ConnectionKind } | { connection: Connection };

const PARTS = keysOf(PARCEL_ENTRIES);
type Values = Record<(typeof PARTS)[number], string>;

interface ParcelDialogProps {
  opened: Opened;
  onClose: () => void;
  onConnected: (made: NewSecret) => void;
}

export function ParcelDialog({ opened, onClose, onConnected }: ParcelDialogProps) {
  const connect = useSend('shopConnection.connect');
  const change = useSend('shopConnection.change');
  const isNew = 'kind' in opened;
  const form = useForm<Values, unknown, UsualParcel>({
    resolver,
    defaultValues: valuesOf(isNew ? {} : opened.connection.parcel),
  });
  return (
    <FormDialog
      title={isNew ? `Connect ${CONNECTION_LABELS[opened.kind]}` : 'Usual parcel'}
      form={form}
      errorTitle={isNew ? 'The shop was not connected' : 'The parcel was not saved'}
      send={async (parcel) => {
        if (isNew) {
          const { id, secret } = await connect.mutateAsync({ kind: opened.kind, parcel });
          if (secret !== null) onConnected({ id, secret });
        } else await change.mutateAsync({ id: opened.connection.id, parcel });
      }}
      submit={{ label: isNew ? 'Connect' : 'Save', pendingLabel: isNew ? 'Connecting' : 'Saving', icon: 'check' }}
      onClose={onClose}
    >
      <p>
        Orders don’t say how large their parcels are. Enter what you usually send, so that drafts are ready to confirm.
        You can change each one.
      </p>
      <TextField
        name="weightG"
        label="Weight (kg)"
        hint="For example 1.2 or 850 g"
        inputMode="decimal"
        autoComplete="off"
        mono
      />
      <div className="grid grid-cols-[repeat(auto-fit,minmax(5.5rem,1fr))] gap-4 items-end">
        <TextField name="lengthMm" label="Length (cm)" inputMode="decimal" autoComplete="off" mono />
        <TextField name="widthMm" label="Width (cm)" inputMode="decimal" autoComplete="off" mono />
        <TextField name="heightMm" label="Height (cm)" inputMode="decimal" autoComplete="off" mono />
      </div>
    </FormDialog>
  );
}

function valuesOf(parcel: UsualParcel): Values {
  const texts = toForm(Object.fromEntries(Object.entries(parcel).map(([part, size]) => [part, String(size)])));
  return Object.fromEntries(PARTS.map((part) => [part, texts[part] ?? ''])) as Values;
}

const resolver: Resolver<Values, unknown, UsualParcel> = (values) => {
  const entries = Object.entries(fromForm(values)).filter(([, text]) => text.trim() !== '');
  const input = Object.fromEntries(
    entries.map(([part, text]) => [part, /^\d+$/.test(text) ? Number(text) : Number.NaN]),
  );
  const checked = v.safeParse(UsualParcelSchema, input);
  if (checked.success) return { values: checked.output, errors: {} };
  const errors = checked.issues.map(({ path, message }) => [path?.[0]?.key, { type: 'validate', message }]);
  return { values: {}, errors: Object.fromEntries(errors) };
};
