import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { type LoaderFunctionArgs, redirect, useParams, useSearchParams } from 'react-router-dom';
import { queryClientContext } from '../api/query-client.ts';
import { serverErrorOf } from '../api/server-error.ts';
import { texts } from '../domain/errors.ts';
import { paths } from '../domain/paths.ts';
import type { TrackedShipment } from '../domain/shipment.ts';
import { statusLabel } from '../domain/shipment-status.ts';
import { inGroupsOfFour, normalizeTrackingId } from '../domain/tracking-id.ts';
import { BillNotices } from '../features/shipments/bill-notices.tsx';
import { ParcelFacts } from '../features/shipments/parcel-facts.tsx';
import { isNotFound, trackedShipmentQuery } from '../features/shipments/queries.ts';
import { ShipmentLabel } from '../features/shipments/shipment-label.tsx';
import { StatusNotice } from '../features/shipments/status-notice.tsx';
import { ActivityList, TimelineView } from '../features/shipments/timeline-view.tsx';
import { Button } from '../ui/button.tsx';
import { Empty } from '../ui/empty.tsx';
import { Notice } from '../ui/notice.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { SkeletonRows } from '../ui/skeleton.tsx';
import { Toggle, ToggleLink } from '../ui/toggle.tsx';

/** The form library comes only to those who enter a code. */
const PrivateCodeForm = lazy(async () => {
  const { PrivateCodeForm } = await import('../features/shipments/private-code-form.tsx');
  return { default: PrivateCodeForm };
});

/**
 * Has the shipment before the page shows. One that does not exist leads back to /track with the reason; any other
 * failure stays here and says so (product decision 3).
 */
export async function loader({ params, context }: LoaderFunctionArgs) {
  const typed = params.trackingId ?? '';
  const trackingId = normalizeTrackingId(typed);
  if (typed !== trackingId) return redirect(paths.trackedShipment(trackingId));
  try {
    const shipment = await context.get(queryClientContext).fetchQuery(trackedShipmentQuery(trackingId));
    if (!shipment) return redirect(paths.track({ error: texts.shipmentNotFound }));
  } catch (error) {
    if (isNotFound(error)) return redirect(paths.track({ error: texts.shipmentNotFound }));
  }
  return null;
}

/** /track/{trackingId}: where a parcel stands, and for those who may see them, its details. */
export function Component() {
  const { trackingId = '' } = useParams();
  const { data: shipment, error, refetch, isFetching } = useQuery(trackedShipmentQuery(trackingId));
  const title = inGroupsOfFour(trackingId).join(' ');
  return (
    <main id="main" className="page">
      <PageHead title={title} description={`Where shipment ${title} stands.`} noindex />
      {shipment ? (
        <Shipment shipment={shipment} />
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
  );
}

function Shipment({ shipment }: { shipment: TrackedShipment }) {
  const [search] = useSearchParams();
  const isDetailed = search.get('detailed') === 'true';
  const { trackingId, status } = shipment;
  return (
    <article className="tracked" aria-label={`Shipment ${trackingId}, ${statusLabel(status)}`}>
      <div className="[grid-area:label]">
        <ShipmentLabel shipment={shipment} />
      </div>
      <div className="[grid-area:slips] grid gap-3 content-start empty:hidden">
        <StatusNotice status={status} />
        {shipment.access === 'detailed' && <BillNotices trackingId={trackingId} />}
      </div>
      <div className="[grid-area:view]">
        <Toggle label="View">
          <ToggleLink to={paths.trackedShipment(trackingId)} current={!isDetailed} replace preventScrollReset>
            Overview
          </ToggleLink>
          <ToggleLink
            to={paths.trackedShipment(trackingId, { detailed: true })}
            current={isDetailed}
            icon={shipment.access === 'overview' ? 'lock' : undefined}
            replace
            preventScrollReset
          >
            Detailed view
          </ToggleLink>
        </Toggle>
      </div>
      <div className="[grid-area:main] stack gap-8">
        {isDetailed ? <Details shipment={shipment} /> : <Overview shipment={shipment} />}
      </div>
    </article>
  );
}

function Overview({ shipment }: { shipment: TrackedShipment }) {
  return (
    <>
      <section aria-labelledby="parcel">
        <h2 id="parcel" className="mb-3">
          Shipment
        </h2>
        <ParcelFacts shipment={shipment} />
      </section>
      <section aria-labelledby="images">
        <h2 id="images" className="mb-3">
          Images
        </h2>
        <Empty icon="image-off">{texts.noImages}</Empty>
      </section>
    </>
  );
}

function Details({ shipment }: { shipment: TrackedShipment }) {
  if (shipment.access === 'overview') {
    return (
      <Suspense fallback={<SkeletonRows rows={1} label="Loading the form" />}>
        <PrivateCodeForm shipment={shipment} />
      </Suspense>
    );
  }
  return (
    <>
      <section aria-labelledby="timeline">
        <h2 id="timeline" className="mb-4">
          Timeline
        </h2>
        <TimelineView status={shipment.status} activity={shipment.activity} />
      </section>
      <section aria-labelledby="activity">
        <h2 id="activity" className="block-head mb-4">
          Activity
        </h2>
        <ActivityList activity={shipment.activity} />
      </section>
    </>
  );
}
