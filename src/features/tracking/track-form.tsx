import { useNavigate } from 'react-router-dom';
import { paths } from '../../domain/paths.ts';
import { TrackingIdForm } from './tracking-id-form.tsx';

interface TrackFormProps {
  /** What the field starts with. */
  trackingId?: string;
  pending?: boolean;
  /** What to do instead, where the same ID is sent again and the address stays as it is. */
  onSameAgain?: () => void;
  /** Shows the field's name above it, where no heading says it. */
  labelled?: boolean;
}

/** Asks for a tracking ID and goes to /track with it. */
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
