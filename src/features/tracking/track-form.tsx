import { useNavigate } from 'react-router-dom';
import { paths } from '../../domain/paths.ts';
import { TrackingIdForm } from './tracking-id-form.tsx';

interface TrackFormProps {
  trackingId?: string;
  pending?: boolean;
  /** The same ID was submitted again: the URL wouldn't change. */
  onRetry?: () => void;
  showLabel?: boolean;
}

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
