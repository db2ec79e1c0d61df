import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Navigate } from 'react-router-dom';
import { texts } from '../../domain/errors.ts';
import { paths } from '../../domain/paths.ts';
import type { TrackedShipment } from '../../domain/shipment.ts';
import { ConfirmedAt } from '../../offline/confirmed-at.tsx';
import { GroupedCode } from '../../ui/grouped-code.tsx';
import { QueryView } from '../../ui/list/query-view.tsx';
import { notFoundText } from './not-found-text.ts';
import { isNotFound, trackedShipmentQuery } from './queries.ts';

interface TrackedShipmentViewProps {
  trackingId: string;
  className?: string;
  /** A link back while there is no shipment, on a page without a header. */
  back?: ReactNode;
  /** Other queries shown, whose age counts too. */
  others?: readonly UseQueryResult[];
  children: (shipment: TrackedShipment) => ReactNode;
}

export function TrackedShipmentView({
  trackingId,
  className = 'page',
  back,
  others = [],
  children,
}: TrackedShipmentViewProps) {
  const query = useQuery(trackedShipmentQuery(trackingId));
  // The error came after the loader's wait.
  if (!query.data && isNotFound(query.error))
    return <Navigate to={paths.track({ error: notFoundText(trackingId) })} replace />;
  return (
    <>
      <ConfirmedAt query={[query, ...others]} kept={query.data?.kept} isForEveryone={query.data?.isForEveryone} />
      <main id="main" className={className}>
        {!query.data && back}
        {!query.data && <GroupedCode code={trackingId} as="h1" className="text-id font-800 tracking-[-.02em]" />}
        <QueryView query={query} errorTitle={texts.trackFailed}>
          {children}
        </QueryView>
      </main>
    </>
  );
}
