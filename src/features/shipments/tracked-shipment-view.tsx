import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { serverErrorOf } from '../../api/server-error.ts';
import { texts } from '../../domain/errors.ts';
import type { TrackedShipment } from '../../domain/shipment.ts';
import { ConfirmedAt } from '../../offline/confirmed-at.tsx';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { trackedShipmentQuery } from './queries.ts';

interface TrackedShipmentViewProps {
  trackingId: string;
  /** Of the main element. */
  className?: string;
  children: (shipment: TrackedShipment) => ReactNode;
}

/**
 * The main part of a page about one tracked shipment: the shipment, with its age where the server could not be asked;
 * without one why it is not here, with a way to try again; else the wait.
 */
export function TrackedShipmentView({ trackingId, className = 'page', children }: TrackedShipmentViewProps) {
  const query = useQuery(trackedShipmentQuery(trackingId));
  const { data: shipment, error, refetch, isFetching } = query;
  return (
    <>
      <ConfirmedAt query={query} keptAt={shipment?.keptAt} />
      <main id="main" className={className}>
        {shipment ? (
          children(shipment)
        ) : error ? (
          <Notice
            tone="bad"
            title={texts.trackFailed}
            live
            action={
              <Button small icon="refresh-cw" pending={isFetching} onClick={() => refetch()}>
                Retry
              </Button>
            }
          >
            {serverErrorOf(error).message}
          </Notice>
        ) : (
          <SkeletonRows rows={3} label="Loading the shipment" />
        )}
      </main>
    </>
  );
}
