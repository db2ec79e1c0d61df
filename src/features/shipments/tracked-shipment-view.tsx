import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { texts } from '../../domain/errors.ts';
import type { TrackedShipment } from '../../domain/shipment.ts';
import { ConfirmedAt } from '../../offline/confirmed-at.tsx';
import { GroupedCode } from '../../ui/grouped-code.tsx';
import { QueryView } from '../../ui/query-view.tsx';
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
  return (
    <>
      <ConfirmedAt query={query} keptAt={query.data?.keptAt} isForEveryone={query.data?.isForEveryone} />
      <main id="main" className={className}>
        {!query.data && <GroupedCode code={trackingId} as="h1" className="text-id font-800 tracking-[-.02em]" />}
        <QueryView query={query} failure={texts.trackFailed}>
          {children}
        </QueryView>
      </main>
    </>
  );
}
