import { Navigate, useSearchParams } from 'react-router-dom';
import { texts } from '../domain/errors.ts';
import { paths } from '../domain/paths.ts';
import { findTrackingId, typedTrackingId } from '../domain/tracking-id.ts';
import { RecentlyTracked } from '../features/device/recently-tracked.tsx';
import { useLookup } from '../features/tracking/lookup.ts';
import { getSharedText } from '../features/tracking/shared-text.ts';
import { TrackForm } from '../features/tracking/track-form.tsx';
import { Button } from '../ui/button.tsx';
import { PageHead } from '../ui/layout/page-head.tsx';
import { LookupProgress } from '../ui/lookup-progress.tsx';
import { Notice } from '../ui/notice.tsx';

const NO_ID_SHARED = 'We couldn’t find a tracking ID in what you shared. Type it, or scan the code on the parcel.';

export function Component() {
  const [search] = useSearchParams();
  // The form may have been submitted before the app hydrated.
  const trackingId = typedTrackingId(search.get('trackingId') ?? '') || null;
  const lookup = useLookup(trackingId);
  if (lookup.state === 'found') return <Navigate to={paths.trackedShipment(lookup.trackingId)} replace />;

  const shared = trackingId ? null : getSharedText(search);
  const found = shared && findTrackingId(shared);
  if (found) return <Navigate to={paths.track({ trackingId: found })} replace />;

  const isLooking = lookup.state === 'looking' || (lookup.state === 'failed' && lookup.isRetrying);
  const failure =
    lookup.state === 'failed' ? lookup.message : shared ? NO_ID_SHARED : trackingId ? null : search.get('error');
  return (
    <main id="main" className="page" tabIndex={-1}>
      <PageHead title="Track shipment" description="Enter a tracking ID to see where your shipment is." />
      <div className="track-label">
        <div className="stack">
          <div>
            <h1>Track shipment</h1>
            <p className="mt-2">Enter tracking ID to track shipment.</p>
          </div>
          {failure && (
            <Notice
              tone="bad"
              title={texts.trackFailed}
              live
              action={
                lookup.state === 'failed' &&
                lookup.canRetry && (
                  <Button small icon="refresh-cw" pending={lookup.isRetrying} onClick={lookup.retry}>
                    Try again
                  </Button>
                )
              }
            >
              {failure.slice(0, 200)}
            </Notice>
          )}
          <TrackForm
            trackingId={trackingId ?? shared?.slice(0, 100) ?? ''}
            pending={isLooking}
            onRetry={trackingId ? lookup.retry : undefined}
          />
        </div>
        <div className="perforation [@container_page_(width<58rem)]:hidden" aria-hidden="true">
          <span />
        </div>
        <div className="track-stub">
          {isLooking ? (
            <LookupProgress>
              Looking for{' '}
              <b translate="no" className="typed break-anywhere">
                {trackingId}
              </b>
            </LookupProgress>
          ) : (
            <Notice icon="lock">
              For extra security detailed information about shipment is only available to the shipment sender or
              receiver. You must be signed in to view them.
            </Notice>
          )}
        </div>
      </div>
      <RecentlyTracked />
    </main>
  );
}
