import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { serverErrorOf } from '../../api/server-error.ts';
import { texts } from '../../domain/errors.ts';
import { paths } from '../../domain/paths.ts';
import { Notice } from '../../ui/notice.tsx';
import { TrackingIdForm } from '../shipments/tracking-id-form.tsx';
import { findManagedShipment } from './queries.ts';

/** A tracking ID leads to the shipment's page. */
export function FindShipmentForm() {
  const navigate = useNavigate();
  const [isFinding, setFinding] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  async function find(trackingId: string) {
    setFinding(true);
    setFailure(null);
    try {
      const { id } = await findManagedShipment(trackingId);
      navigate(paths.manageShipment(id));
    } catch (error) {
      setFailure(serverErrorOf(error).message);
    } finally {
      setFinding(false);
    }
  }

  return (
    <div className="stack gap-3">
      {failure && (
        <Notice tone="bad" title={texts.findFailed} live>
          {failure}
        </Notice>
      )}
      <TrackingIdForm action="Find shipment" pendingAction="Finding" pending={isFinding} onTrackingId={find} />
    </div>
  );
}
