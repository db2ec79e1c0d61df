import { useNavigate } from 'react-router-dom';
import { paths } from '../../domain/paths.ts';
import { TrackingIdForm } from './tracking-id-form.tsx';

interface TrackFormProps {
  /** The field's initial value. */
  trackingId?: string;
  pending?: boolean;
  /** Called when the same ID is submitted again, since the address wouldn't change. */
  onSameAgain?: () => void;
  /** Shows the field's label where no heading names it. */
  labelled?: boolean;
}

/** Asks for a tracking ID and opens /track with it. */
export function TrackForm({ trackingId, pending = false, onSameAgain, labelled = false }: TrackFormProps) {
  const navigate = useNavigate();
  return (
    <TrackingIdForm
      trackingId={trackingId}
      labelHidden={!labelled}
      action="Track shipment"
      pendingAction="Tracking"
      isMain
      pending={pending}
      onTrackingId={(typed) =>
        onSameAgain && typed === trackingId ? onSameAgain() : navigate(paths.track({ trackingId: typed }))
      }
    />
  );
}
