import { Link } from 'react-router-dom';
import { formatListDate } from '../../domain/dates.ts';
import { needsDecision } from '../../domain/next-step.ts';
import { paths } from '../../domain/paths.ts';
import type { PoolShipment } from '../../domain/runs/views.ts';
import { Icon } from '../../ui/icon.tsx';

/** Why a shipment is in the pool again; nothing if it was never tried. */
export function LastRun({ shipment }: { shipment: PoolShipment }) {
  const { id, nextStep, lastAttempt } = shipment;
  if (!nextStep) return null;
  return (
    <Link to={paths.manageShipment(id)} className="go-touch text-small -my-3">
      {needsDecision(shipment) && <Icon name="triangle-alert" />}
      {nextStep.reason ?? 'Not delivered'}
      {lastAttempt && <>, {formatListDate(lastAttempt.occurredAt)}</>}
    </Link>
  );
}
