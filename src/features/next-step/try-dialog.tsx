import { SchemaDialog } from '../../acts/schema-dialog.tsx';
import { formatDayOfWeek } from '../../domain/dates.ts';
import { ACT_LABELS, type NextAct, tryFormSchema } from '../../domain/next-step.ts';
import { SelectField } from '../../ui/form/select-field.tsx';
import { TextField } from '../../ui/form/text-field.tsx';

interface TryDialogProps {
  act: NextAct;
  days: readonly string[];
  send: (entered: { day: string; address?: string }) => Promise<unknown>;
  onClose: () => void;
}

export function TryDialog({ act, days, send, onClose }: TryDialogProps) {
  return (
    <SchemaDialog
      title={ACT_LABELS[act]}
      schema={tryFormSchema(act)}
      values={{ day: days[0] ?? '', address: '' }}
      errorTitle="Not decided"
      send={({ day, address }) => send({ day, ...(address && { address }) })}
      submit={{ label: 'Try again', pendingLabel: 'Deciding', icon: 'truck' }}
      onClose={onClose}
    >
      {act === 'another-address' && (
        <TextField
          name="address"
          label="New address"
          hint="Street and number, postcode and town, in the same country, at the same price"
          maxLength={200}
        />
      )}
      <SelectField name="day" label="Day" options={days.map((day) => ({ value: day, label: formatDayOfWeek(day) }))} />
    </SchemaDialog>
  );
}
