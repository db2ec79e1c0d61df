import { Link } from 'react-router-dom';
import { formatListDate } from '../../domain/dates.ts';
import { paths } from '../../domain/paths.ts';
import { needsDecision, REASON_LABELS } from '../../domain/runs/reasons.ts';
import type { PoolShipment } from '../../domain/runs/views.ts';
import { Icon } from '../../ui/icon.tsx';

/** Why a shipment is in the pool again; nothing if it was never tried. */
export function LastRun({ shipment }: { shipment: PoolShipment }) {
  const { id, isMissing, lastAttempt } = shipment;
  if (!isMissing && !lastAttempt) return null;
  const why = lastAttempt?.reason ? REASON_LABELS[lastAttempt.reason] : 'Not delivered';
  return (
    <Link to={paths.manageShipment(id)} className="go-touch text-small -my-3">
      {needsDecision(shipment) && <Icon name="triangle-alert" />}
      {isMissing ? 'Missing' : why}
      {lastAttempt && <>, {formatListDate(lastAttempt.occurredAt)}</>}
    </Link>
  );
}
