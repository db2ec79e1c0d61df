import { valibotResolver } from '@hookform/resolvers/valibot';
import { useNow } from '../../api/use-now.ts';
import { site } from '../../config/site.ts';
import { dayIn, formatDayOfWeek, formatTimeOfDay } from '../../domain/dates.ts';
import { shiftDay } from '../../domain/day.ts';
import { CollectReturnSchema, RETURN_COLLECTION_DAYS, RETURN_WINDOWS } from '../../domain/returns.ts';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import { SelectField } from '../../ui/form/select-field.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { useCollectReturn } from './mutations.ts';

const WINDOWS = RETURN_WINDOWS.map(({ from, until }) => ({
  value: from,
  label: `${formatTimeOfDay(from)} to ${formatTimeOfDay(until)}`,
}));

interface CollectDialogProps {
  id: string;
  trackingId: string;
  onClose: () => void;
}

export function CollectDialog({ id, trackingId, onClose }: CollectDialogProps) {
  const collect = useCollectReturn(trackingId);
  const today = dayIn(site.timeZone, useNow());
  const days = Array.from({ length: RETURN_COLLECTION_DAYS }, (_, at) => shiftDay(today, at + 1));
  const form = useForm({
    resolver: valibotResolver(CollectReturnSchema),
    defaultValues: { id, day: days[0] ?? today, from: RETURN_WINDOWS[0].from },
  });
  return (
    <FormDialog
      title="Have it collected"
      form={form}
      persistAs={null}
      errorTitle="No courier was asked for"
      onSubmit={async (input) => {
        await collect.mutateAsync(input);
        onClose();
      }}
      submit={{ label: 'Ask for a courier', pendingLabel: 'Asking', icon: 'truck' }}
      onClose={onClose}
    >
      <p>A courier comes to where the shipment was delivered.</p>
      <SelectField name="day" label="Day" options={days.map((day) => ({ value: day, label: formatDayOfWeek(day) }))} />
      <SelectField name="from" label="Time" options={WINDOWS} />
    </FormDialog>
  );
}
