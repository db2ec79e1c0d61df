import { useEffect } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { SchemaDialog } from '../../acts/schema-dialog.tsx';
import { formatDayOfWeek } from '../../domain/dates.ts';
import { CollectReturnSchema, type ReturnsOfShipment, windowsOn } from '../../domain/returns.ts';
import { formatHours } from '../../domain/time-window.ts';
import { SelectField } from '../../ui/form/select-field.tsx';
import { useCollectReturn } from './mutations.ts';

interface CollectDialogProps {
  id: string;
  trackingId: string;
  collectable: NonNullable<ReturnsOfShipment['collectable']>;
  onClose: () => void;
}

export function CollectDialog({ id, trackingId, collectable, onClose }: CollectDialogProps) {
  const collect = useCollectReturn(trackingId);
  const [day = ''] = collectable.days;
  return (
    <SchemaDialog
      title="Have it collected"
      schema={CollectReturnSchema}
      values={{ id, day, from: windowsOn(collectable, day)[0]?.from ?? '' }}
      errorTitle="No courier was asked for"
      send={collect.mutateAsync}
      submit={{ label: 'Ask for a courier', pendingLabel: 'Asking', icon: 'truck' }}
      onClose={onClose}
    >
      <p>A courier comes to where the shipment was delivered.</p>
      <SelectField
        name="day"
        label="Day"
        options={collectable.days.map((one) => ({ value: one, label: formatDayOfWeek(one) }))}
      />
      <TimeField collectable={collectable} />
    </SchemaDialog>
  );
}

/** The times of the day that is chosen. */
function TimeField({ collectable }: Pick<CollectDialogProps, 'collectable'>) {
  const { getValues, setValue } = useFormContext();
  const day: string = useWatch({ name: 'day' });
  const windows = windowsOn(collectable, day);
  const times = windows.map(({ from }) => from).join();
  useEffect(() => {
    if (!times.split(',').includes(getValues('from'))) setValue('from', times.slice(0, 5));
  }, [times, getValues, setValue]);
  return (
    <SelectField
      key={times}
      name="from"
      label="Time"
      options={windows.map((window) => ({ value: window.from, label: formatHours(window) }))}
    />
  );
}
