import { type ReactNode, useState } from 'react';
import { isNotFound, serverErrorOf } from '../../api/calls/call-error.ts';
import { usePageVisit } from '../../browser/use-page-visit.ts';
import { paths } from '../../domain/paths.ts';
import { Notice } from '../../ui/notice.tsx';
import { TrackingIdForm } from '../tracking/tracking-id-form.tsx';
import { findManagedShipment } from './queries.ts';

export function FindShipmentForm({ notFound }: { notFound: (trackingId: string) => ReactNode }) {
  const { navigateIfShown } = usePageVisit();
  const [isFinding, setFinding] = useState(false);
  const [failure, setFailure] = useState<{ trackingId: string; error: unknown } | null>(null);

  async function find(trackingId: string) {
    setFinding(true);
    setFailure(null);
    try {
      const { id } = await findManagedShipment(trackingId);
      navigateIfShown(paths.manageShipment(id));
    } catch (error) {
      setFailure({ trackingId, error });
    } finally {
      setFinding(false);
    }
  }

  return (
    <div className="stack gap-3">
      {failure && (
        <Notice tone="bad" title="Unable to find shipment" live>
          {serverErrorOf(failure.error).message}
        </Notice>
      )}
      {failure && isNotFound(failure.error) && notFound(failure.trackingId)}
      <TrackingIdForm action="Find shipment" pendingAction="Finding" pending={isFinding} onTrackingId={find} />
    </div>
  );
}
