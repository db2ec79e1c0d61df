import { useNavigate } from 'react-router-dom';
import { paths } from '../../domain/paths.ts';
import { TrackingIdForm } from './tracking-id-form.tsx';

interface TrackFormProps {
  /** The field's initial value. */
  trackingId?: string;
  pending?: boolean;
  /** Called when the same ID is submitted again, since the address wouldn't change. */
  onRetry?: () => void;
  /** Shows the field's label where no heading names it. */
  showLabel?: boolean;
}

/** Asks for a tracking ID and opens /track with it. */
export function TrackForm({ trackingId, pending = false, onRetry, showLabel = false }: TrackFormProps) {
  const navigate = useNavigate();
  return (
    <TrackingIdForm
      trackingId={trackingId}
      labelHidden={!showLabel}
      action="Track shipment"
      pendingAction="Tracking"
      isPrimary
      pending={pending}
      onTrackingId={(typed) =>
        onRetry && typed === trackingId ? onRetry() : navigate(paths.track({ trackingId: typed }))
      }
    />
  );
}
