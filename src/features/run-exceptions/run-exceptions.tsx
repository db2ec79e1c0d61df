import { Link } from 'react-router-dom';
import { formatActivityDate } from '../../domain/dates.ts';
import { paths } from '../../domain/paths.ts';
import type { OpenException, RunException } from '../../domain/runs/views.ts';
import { ExceptionList } from './exception-list.tsx';

export function RunExceptions({ exceptions }: { exceptions: readonly RunException[] }) {
  return (
    <ExceptionList
      exceptions={exceptions}
      renderPlace={({ shipmentId, trackingId, isDeleted, stop, createdAt }) => (
        <>
          {trackingId && (
            <>
              <ShipmentId id={shipmentId} trackingId={trackingId} isDeleted={isDeleted} />
              {', '}
            </>
          )}
          {stop && `${stop}, `}
          <time dateTime={createdAt}>{formatActivityDate(createdAt)}</time>
        </>
      )}
    />
  );
}

/** Covers all runs. */
export function SurpriseList({ exceptions }: { exceptions: readonly OpenException[] }) {
  return (
    <ExceptionList
      exceptions={exceptions}
      renderPlace={({ shipmentId, trackingId, isDeleted, run, createdAt }) => (
        <>
          {trackingId && (
            <>
              <ShipmentId id={shipmentId} trackingId={trackingId} isDeleted={isDeleted} />
              {', '}
            </>
          )}
          <Link to={paths.manageRun(run.id)}>{run.name}</Link>,{' '}
          <time dateTime={createdAt}>{formatActivityDate(createdAt)}</time>
        </>
      )}
    />
  );
}

/** A deleted shipment only has a history. */
function ShipmentId({ id, trackingId, isDeleted }: { id: string | null; trackingId: string; isDeleted: boolean }) {
  if (!id)
    return (
      <span translate="no" className="typed">
        {trackingId}
      </span>
    );
  return (
    <Link to={isDeleted ? paths.manageShipmentHistory(id) : paths.manageShipment(id)} className="typed">
      {trackingId}
    </Link>
  );
}
