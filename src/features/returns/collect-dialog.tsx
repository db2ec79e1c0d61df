import { SchemaDialog } from '../../acts/schema-dialog.tsx';
import { formatDayOfWeek } from '../../domain/dates.ts';
import { CollectReturnSchema, type ReturnsOfShipment } from '../../domain/returns.ts';
import { formatHours } from '../../domain/time-window.ts';
import { SelectField } from '../../ui/form/select-field.tsx';
import { useCollectReturn } from './mutations.ts';

interface CollectDialogProps {
  id: string;
  trackingId: string;
  collectable: NonNullable<ReturnsOfShipment['collectable']>;
  onClose: () => void;
}

export function CollectDialog({ id, trackingId, collectable: { days, windows }, onClose }: CollectDialogProps) {
  const collect = useCollectReturn(trackingId);
  return (
    <SchemaDialog
      title="Have it collected"
      schema={CollectReturnSchema}
      values={{ id, day: days[0] ?? '', from: windows[0]?.from ?? '' }}
      errorTitle="No courier was asked for"
      send={collect.mutateAsync}
      submit={{ label: 'Ask for a courier', pendingLabel: 'Asking', icon: 'truck' }}
      onClose={onClose}
    >
      <p>A courier comes to where the shipment was delivered.</p>
      <SelectField name="day" label="Day" options={days.map((day) => ({ value: day, label: formatDayOfWeek(day) }))} />
      <SelectField
        name="from"
        label="Time"
        options={windows.map(({ from, until }) => ({
          value: from,
          label: formatHours({ from, until }),
        }))}
      />
    </SchemaDialog>
  );
}
