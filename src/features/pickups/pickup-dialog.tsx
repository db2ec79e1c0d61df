import { Link } from 'react-router-dom';
import { ActForm } from '../../acts/act-form.tsx';
import { site } from '../../config/site.ts';
import { dayIn } from '../../domain/dates.ts';
import { shiftDay } from '../../domain/day.ts';
import { paths } from '../../domain/paths.ts';
import { CreatePickupSchema } from '../../domain/pickups/pickup.ts';
import { Notice } from '../../ui/notice.tsx';
import { Verbatim } from '../../ui/verbatim.tsx';
import { WhenFields } from './when-fields.tsx';

interface PickupDialogProps {
  /** Empty if the profile has none. */
  address: string;
  parcels: number;
  onClose: () => void;
}

export function PickupDialog({ address, parcels, onClose }: PickupDialogProps) {
  const tomorrow = shiftDay(dayIn(site.timeZone, new Date()), 1);
  return (
    <ActForm
      title="Ask for a pickup"
      schema={CreatePickupSchema}
      values={{ day: tomorrow, from: '09:00', until: '17:00', parcels: Math.max(1, parcels), note: '' }}
      failed="The pickup was not requested"
      call="shipper.createPickup"
      done="Pickup requested"
      submit={{ label: 'Ask for a pickup', pendingLabel: 'Asking', icon: 'check', disabled: address === '' }}
      onClose={onClose}
    >
      {address === '' ? (
        <Notice tone="warn" title="Where are the parcels?">
          Enter your address on <Link to={paths.profile({ view: 'update' })}>your profile</Link> first.
        </Notice>
      ) : (
        <p>
          A courier comes to <Verbatim>{address}</Verbatim>.
        </p>
      )}
      <WhenFields />
    </ActForm>
  );
}
