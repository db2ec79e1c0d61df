import { useQuery } from '@tanstack/react-query';
import { Suspense, useEffect, useState } from 'react';
import { Link, Navigate, useLocation, useNavigate, useParams, useSearchParams } from 'react-router-dom';
import { useNow } from '../api/use-now.ts';
import { lazyNamed } from '../browser/loading/lazy-named.ts';
import { useClosePanel, usePanelLink } from '../browser/panel-history.ts';
import { useHydrated } from '../browser/use-hydrated.ts';
import { formatPrice } from '../config/currency.ts';
import { site } from '../config/site.ts';
import type { Activity } from '../domain/activity.ts';
import { paths } from '../domain/paths.ts';
import { HOW_TO_PAY, promiseOf } from '../domain/promise.ts';
import { rolesOf } from '../domain/roles.ts';
import type { ShipmentDetails, TrackedShipment } from '../domain/shipment.ts';
import { statusLabel } from '../domain/shipment-status.ts';
import { inGroupsOfFour } from '../domain/tracking-id.ts';
import { useKnownProfile } from '../features/session/queries.ts';
import { ShipmentImages } from '../features/shipments/images/shipment-images.tsx';
import { ShipmentCard } from '../features/shipments/shipment-card.tsx';
import { STATUS_STYLE } from '../features/shipments/status-style.ts';
import { hasLinkCode, spendLinkCode } from '../features/tracking/link-code.ts';
import { ParcelFacts } from '../features/tracking/parcel-facts.tsx';
import { ProgressBar } from '../features/tracking/progress-bar.tsx';
import { billsOfShipmentQuery } from '../features/tracking/queries.ts';
import { StatusNotice } from '../features/tracking/status-notice.tsx';
import { ActivityList, TimelineView } from '../features/tracking/timeline-view.tsx';
import { TodayNotice } from '../features/tracking/today-notice.tsx';
import { trackedShipmentLoader } from '../features/tracking/tracked-shipment-loader.ts';
import { TrackedShipmentView } from '../features/tracking/tracked-shipment-view.tsx';
import { ButtonLink } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { DescriptionItem } from '../ui/layout/description-list.tsx';
import { PageHead } from '../ui/layout/page-head.tsx';
import { SkeletonRows } from '../ui/list/skeleton.tsx';
import { Notice } from '../ui/notice.tsx';
import { Toggle, ToggleLink } from '../ui/toggle.tsx';

/** Keeps the form library out of the page's first load. */
const PrivateCodeForm = lazyNamed(() => import('../features/tracking/private-code-form.tsx'), 'PrivateCodeForm');

const Deliveries = lazyNamed(() => import('../features/deliveries/deliveries.tsx'), 'Deliveries');

const HandoverCode = lazyNamed(() => import('../features/handover/handover-code.tsx'), 'HandoverCode');

const ReceiptLink = lazyNamed(() => import('../features/handover/receipt-link.tsx'), 'ReceiptLink');

const BillNotices = lazyNamed(() => import('../features/tracking/bill-notices.tsx'), 'BillNotices');

const DeliveryChoices = lazyNamed(() => import('../features/choices/delivery-choices.tsx'), 'DeliveryChoices');

const NextStep = lazyNamed(() => import('../features/next-step/next-step.tsx'), 'NextStep');

const OwnShipmentActions = lazyNamed(() => import('../features/shop/own-shipment-actions.tsx'), 'OwnShipmentActions');

const PushSwitch = lazyNamed(() => import('../features/messages/push-switch.tsx'), 'PushSwitch');

const MessageChoices = lazyNamed(() => import('../features/messages/message-choices.tsx'), 'MessageChoices');

const ShipmentReturns = lazyNamed(() => import('../features/returns/shipment-returns.tsx'), 'ShipmentReturns');

const LinkShipmentDialog = lazyNamed(
  () => import('../features/tracking/link-shipment-dialog.tsx'),
  'LinkShipmentDialog',
);

export const loader = trackedShipmentLoader(paths.trackedShipment, { withBills: true });

export function Component() {
  const { trackingId = '' } = useParams();
  const [search] = useSearchParams();
  const title = inGroupsOfFour(trackingId).join(' ');
  // `BillNotices` fetches them, for viewers with access.
  const bills = useQuery({ ...billsOfShipmentQuery(trackingId), enabled: false });
  return (
    <>
      <PageHead title={title} description={`The status of shipment ${title}.`} noindex />
      <TrackedShipmentView trackingId={trackingId} others={bills.data ? [bills] : []}>
        {(shipment) => <Shipment shipment={shipment} />}
      </TrackedShipmentView>
      {/* Without the shipment, too. */}
      {search.get('view') === 'code' && (
        <Suspense>
          <ShipmentReturns trackingId={trackingId} />
        </Suspense>
      )}
    </>
  );
}

function Shipment({ shipment }: { shipment: TrackedShipment }) {
  const [search] = useSearchParams();
  const isDetailed = search.get('detailed') === 'true';
  const { trackingId, status } = shipment;
  const navigate = useNavigate();
  const needsCode = shipment.access === 'overview';
  const { key, state } = useLocation();
  // Its shop has created it just now, and goes on from here.
  const isNew: boolean = state?.isNew === true;
  // The link in an email is about them: they come first.
  const isAboutMessages = search.get('view') === 'messages';
  const isDetails = shipment.access === 'detailed';
  // Whoever sends a parcel back needs its code; when it arrives is its shop's to choose.
  const isReturn = isDetails && shipment.returns?.of !== undefined;
  const choices = isDetails && shipment.choices && !isNew && (
    <Suspense>
      <DeliveryChoices shipment={shipment} />
    </Suspense>
  );
  const returns = isDetails && shipment.returns && (
    <Suspense>
      <ShipmentReturns shipment={shipment} />
    </Suspense>
  );
  const messages = (
    <Suspense fallback={<SkeletonRows rows={1} label="Loading notifications" />}>
      <MessageChoices trackingId={trackingId} />
    </Suspense>
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: a code may come with any navigation
  useEffect(() => {
    if (!hasLinkCode()) return;
    if (!needsCode) spendLinkCode();
    if (!isDetailed) navigate(`?${new URLSearchParams([...search, ['detailed', 'true']])}`, { replace: true });
  }, [trackingId, needsCode, isDetailed, navigate, key]);
  return (
    <article className="stack" aria-label={`Shipment ${trackingId}, ${statusLabel(status)}`}>
      {isDetails && (
        <>
          {isAboutMessages && messages}
          <Answer shipment={shipment} />
          {isReturn && returns}
          {shipment.nextStep && (
            <Suspense>
              <NextStep id={shipment.id} trackingId={trackingId} step={shipment.nextStep} />
            </Suspense>
          )}
          {shipment.handover && (
            <Suspense>
              <HandoverCode handover={shipment.handover} />
            </Suspense>
          )}
          {!isReturn && choices}
        </>
      )}
      <ShipmentCard shipment={shipment} foldsBarcode={isDetails}>
        <DescriptionItem caption="Invoice">
          <Link to={paths.invoice(trackingId)} className="go cover inline-flex items-center gap-2 whitespace-nowrap">
            <Icon name="printer" />
            Print invoice
          </Link>
        </DescriptionItem>
      </ShipmentCard>
      {isNew && <OwnActions shipment={shipment} />}
      {isReturn && choices}
      <ProgressBar status={status} />
      <div className="with-aside">
        <div className="aside-first grid gap-3 content-start empty:hidden">
          {needsCode && <StatusNotice status={status} />}
          {!isReturn && returns}
          {isDetails && (
            <Suspense>
              <BillNotices {...shipment} />
            </Suspense>
          )}
          {isDetails && shipment.viewer === 'grant' && !shipment.receiverLinked && (
            <LinkPrompt trackingId={trackingId} />
          )}
        </div>
        <div className="aside-main">
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
          {isDetailed ? <Details shipment={shipment} /> : <Overview shipment={shipment} />}
        </div>
        {!isDetailed && <OverviewRest shipment={shipment} />}
        {isDetailed && isDetails && (
          <div className="aside stack">
            <AllActivity activity={shipment.activity} />
            {!isAboutMessages && messages}
          </div>
        )}
      </div>
      <LinkDialog shipment={shipment} />
      {!isNew && <OwnActions shipment={shipment} />}
    </article>
  );
}

/** Most people come for this. */
function Answer({ shipment }: { shipment: ShipmentDetails }) {
  const { status, today } = shipment;
  const promise = promiseOf(shipment, useNow(), site.timeZone);
  const isSaid = today !== undefined || ['held', 'cancelled', 'failed'].includes(status);
  const { tone, icon } = STATUS_STYLE[status];
  return (
    <div className="grid gap-3">
      {!isSaid && <Notice tone={tone} icon={icon} title={statusLabel(status)} />}
      <StatusNotice status={status} />
      {today && <TodayNotice today={today} />}
      {promise.toPay > 0 && <Notice icon="wallet" title={`${formatPrice(promise.toPay)} to be paid ${HOW_TO_PAY}`} />}
    </div>
  );
}

/** A shop can act on a shipment that nobody has loaded, as far as its status says. */
function OwnActions({ shipment }: { shipment: TrackedShipment }) {
  const profile = useKnownProfile();
  const isWaiting = shipment.status === 'in-progress' || shipment.status === 'held';
  if (!isWaiting || shipment.access !== 'detailed' || shipment.viewer !== 'owner') return null;
  // Its own, or one that comes back to it.
  const email = shipment.returns?.of ? shipment.receiverEmail : shipment.senderEmail;
  if (!profile || !rolesOf(profile).includes('shipper') || profile.email !== email) return null;
  return (
    <Suspense>
      <OwnShipmentActions id={shipment.id} trackingId={shipment.trackingId} />
    </Suspense>
  );
}

function LinkPrompt({ trackingId }: { trackingId: string }) {
  const [search] = useSearchParams();
  const to = paths.trackedShipment(trackingId, {
    detailed: search.get('detailed') === 'true' || undefined,
    view: 'link',
  });
  const panel = usePanelLink(to);
  return (
    <Notice
      icon="link"
      title="Does this shipment belong to you?"
      action={
        <ButtonLink {...panel} small to={to}>
          Link shipment
        </ButtonLink>
      }
    />
  );
}

function LinkDialog({ shipment }: { shipment: TrackedShipment }) {
  const [search] = useSearchParams();
  const location = useLocation();
  const profile = useKnownProfile();
  const detailed = search.get('detailed') === 'true' || undefined;
  const close = useClosePanel(paths.trackedShipment(shipment.trackingId, { detailed }));
  if (search.get('view') !== 'link' || profile === undefined) return null;
  if (profile && !profile.verified) return <Navigate to={paths.verifyEmail()} replace />;
  if (!profile) return <Navigate to={paths.login({ returnTo: location.pathname + location.search })} replace />;
  return (
    <Suspense>
      <LinkShipmentDialog
        id={shipment.id}
        isLinked={shipment.access === 'detailed' && shipment.receiverLinked}
        onClose={close}
      />
    </Suspense>
  );
}

function Overview({ shipment }: { shipment: TrackedShipment }) {
  return (
    <section aria-labelledby="parcel">
      <h2 id="parcel" className="mb-3">
        Shipment
      </h2>
      <ParcelFacts shipment={shipment} />
    </section>
  );
}

function OverviewRest({ shipment }: { shipment: TrackedShipment }) {
  const isStarted = useHydrated();
  const loading = (
    <div className="still">
      <SkeletonRows rows={1} label="Loading notifications" />
    </div>
  );
  return (
    <>
      <div className="twelve">
        <ShipmentImages images={shipment.images} description={shipment.description} />
      </div>
      <section aria-labelledby="notifications" className="aside">
        <h2 id="notifications" className="mb-3">
          Notifications
        </h2>
        {isStarted ? (
          <Suspense fallback={loading}>
            <PushSwitch trackingId={shipment.trackingId} />
          </Suspense>
        ) : (
          loading
        )}
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
  const { status, activity, visits, trackingId, returns } = shipment;
  return (
    <>
      <section aria-labelledby="timeline">
        <h2 id="timeline" className="mb-4">
          Timeline
        </h2>
        <TimelineView status={status} activity={activity} returns={returns?.made ?? []} />
      </section>
      {visits.length > 0 && (
        <Suspense fallback={<SkeletonRows rows={1} label="Loading deliveries" />}>
          <Deliveries visits={visits} trackingId={trackingId} />
        </Suspense>
      )}
      {status === 'delivered' && (
        <Suspense>
          <ReceiptLink trackingId={trackingId} />
        </Suspense>
      )}
    </>
  );
}

/** It is folded, because the timeline shows the same entries by step. */
function AllActivity({ activity }: { activity: readonly Activity[] }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <section aria-labelledby="activity">
      <div className={`block-head items-center ${isOpen ? '' : 'border-none'}`}>
        <h2 id="activity">Activity</h2>
        <button
          type="button"
          className="go-touch"
          aria-expanded={isOpen}
          aria-controls="all-activity"
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? 'Hide' : `Show all ${activity.length}`}
        </button>
      </div>
      <div id="all-activity" className={`mt-4 ${isOpen ? '' : 'hidden'}`}>
        <ActivityList activity={activity} />
      </div>
    </section>
  );
}
