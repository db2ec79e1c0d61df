import { useNavigate } from 'react-router-dom';
import { paths } from '../../domain/paths.ts';
import { TrackingIdForm } from './tracking-id-form.tsx';

interface TrackFormProps {
  /** What the field starts with. */
  trackingId?: string;
  pending?: boolean;
  /** Shows the field's name above it, where no heading says it. */
  labelled?: boolean;
}

/** Asks for a tracking ID and goes to /track with it. */
export function TrackForm({ trackingId, pending = false, labelled = false }: TrackFormProps) {
  const navigate = useNavigate();
  return (
    <TrackingIdForm
      trackingId={trackingId}
      labelHidden={!labelled}
      action="Track shipment"
      pendingAction="Tracking"
      isMain
      pending={pending}
      onTrackingId={(typed) => navigate(paths.track({ trackingId: typed }))}
    />
  );
}
