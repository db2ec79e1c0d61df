import { useQuery } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import {
  Link,
  type LoaderFunctionArgs,
  useLoaderData,
  useNavigation,
  useParams,
  useSearchParams,
} from 'react-router-dom';
import { failureReasonOf, isNotFound, serverErrorOf } from '../../api/calls/call-error.ts';
import { queryClientContext } from '../../api/query-client.ts';
import { useDesk } from '../../browser/density.ts';
import { withTimeout } from '../../browser/with-timeout.ts';
import { formatActivityDate } from '../../domain/dates.ts';
import { texts } from '../../domain/errors.ts';
import { paths } from '../../domain/paths.ts';
import type { ReturnsOfShipment } from '../../domain/returns.ts';
import type { ManagedShipment } from '../../domain/shipment.ts';
import { returnTitle } from '../../domain/timeline.ts';
import { ManagedChoices } from '../../features/choices/managed-choices.tsx';
import { Deliveries } from '../../features/deliveries/deliveries.tsx';
import { billsOfManagedShipmentQuery } from '../../features/manage-ledger/queries.ts';
import { ShipmentBills } from '../../features/manage-ledger/shipment-bills.tsx';
import { CodesToSend } from '../../features/manage-shipments/codes-to-send.tsx';
import { PendingActivity } from '../../features/manage-shipments/pending-activity.tsx';
import { managedShipmentQuery } from '../../features/manage-shipments/queries.ts';
import { ShipmentActions } from '../../features/manage-shipments/shipment-actions.tsx';
import { ShipmentGrid } from '../../features/manage-shipments/shipment-grid.tsx';
import { useShipmentWithSent } from '../../features/manage-shipments/with-sent.ts';
import { NextStep } from '../../features/next-step/next-step.tsx';
import { openExceptionsQuery } from '../../features/run-exceptions/queries.ts';
import { ShipmentExceptions } from '../../features/run-exceptions/shipment-exceptions.tsx';
import { DeskPage } from '../../features/session/desk-page.tsx';
import { mayCall, useMay } from '../../features/session/use-may.ts';
import { ShipmentImages } from '../../features/shipments/images/shipment-images.tsx';
import { ShipmentCard } from '../../features/shipments/shipment-card.tsx';
import { ShipmentCardSkeleton } from '../../features/shipments/shipment-card-skeleton.tsx';
import { ActivityList } from '../../features/tracking/timeline-view.tsx';
import { DateText } from '../../ui/date-text.tsx';
import { Icon } from '../../ui/icon.tsx';
import { DescriptionItem } from '../../ui/layout/description-list.tsx';
import { Arriving } from '../../ui/list/arrival.tsx';
import { QueryView } from '../../ui/list/query-view.tsx';
import { useLastError } from '../../ui/list/use-last-error.ts';
import { Notice } from '../../ui/notice.tsx';
import { RedirectWithToast } from '../../ui/toast/redirect-with-toast.tsx';

/** Null unless the server rejects the shipment; the page shows other errors (decision 0029). */
export async function loader({ params, context }: LoaderFunctionArgs): Promise<string | null> {
  const { id = '' } = params;
  const client = context.get(queryClientContext);
  if (mayCall(client)('billAdmin.getShipmentBills')) void client.prefetchQuery(billsOfManagedShipmentQuery(id));
  void client.prefetchQuery(openExceptionsQuery(id));
  const request = client.ensureQueryData({ ...managedShipmentQuery(id), revalidateIfStale: true });
  const rejection = request.then(
    () => null,
    (error: unknown) => {
      if (isNotFound(error)) return texts.shipmentNotFound;
      return failureReasonOf(error) === 'rejected' ? serverErrorOf(error).message : null;
    },
  );
  return withTimeout(rejection, null);
}

export function Component() {
  const rejection = useLoaderData<typeof loader>();
  return rejection === null ? <ManagedShipmentPage /> : <ToUsers reason={rejection} />;
}

/** To the users (specification section 2), if they may see them. */
function ToUsers({ reason }: { reason: string }) {
  const may = useMay();
  const to = may('userAdmin.getUsers') ? paths.manageUsers() : paths.manageShipments();
  return <RedirectWithToast to={to} title={reason} />;
}

function ManagedShipmentPage() {
  const { id = '' } = useParams();
  const query = useQuery(managedShipmentQuery(id));
  const error = useLastError(query);
  const seesMoney = useMay()('billAdmin.getShipmentBills');
  const bills = useQuery({ ...billsOfManagedShipmentQuery(id), enabled: seesMoney });
  const exceptions = useQuery(openExceptionsQuery(id));
  const shipment = useShipmentWithSent(query.data);
  const isLeaving = useNavigation().state !== 'idle';
  const [search] = useSearchParams();
  const isDeleted = isNotFound(query.error);
  // A deleted shipment stays while someone is editing it.
  const isEdited = shipment && search.has('view') && search.get('view') !== 'delete';
  if (isDeleted && !isEdited && !isLeaving) return <ToUsers reason={texts.shipmentNotFound} />;
  if (!shipment && isLeaving) return null;
  return (
    <DeskPage
      title={shipment ? `Shipment - #${shipment.trackingId}` : 'Shipment'}
      description="Everything about one shipment."
      query={seesMoney ? [query, bills, exceptions] : [query, exceptions]}
      above={[{ label: 'Shipments', to: paths.manageShipments() }]}
      crumb={
        shipment ? (
          <>
            Shipment -{' '}
            <span translate="no" className="typed">
              #{shipment.trackingId}
            </span>
          </>
        ) : (
          'Shipment'
        )
      }
      heading={!shipment && <h1 className={error ? '' : 'sr-only'}>Shipment</h1>}
    >
      <QueryView query={query} waiting={<ShipmentCardSkeleton />}>
        {(known) => (
          <Managed
            shipment={shipment ?? known}
            isDeleted={isDeleted}
            queries={seesMoney ? [bills, exceptions] : [exceptions]}
          />
        )}
      </QueryView>
    </DeskPage>
  );
}

function ManagedReturns({ returns: { of, made, asked } }: { returns: ReturnsOfShipment }) {
  const linked = [
    ...(of ? [{ ...of, title: 'Return of' }] : []),
    ...made.map((one) => ({ ...one, title: returnTitle(one.status) })),
  ];
  return (
    <>
      {linked.map(({ id, trackingId, title }) => (
        <Notice
          key={id}
          icon="undo-2"
          title={
            <>
              {title}{' '}
              <Link to={paths.manageShipment(id)} translate="no" className="typed">
                {trackingId}
              </Link>
            </>
          }
        />
      ))}
      {asked && (
        <Notice icon="clock" title="The receiver has asked for a return">
          The shop decides.
        </Notice>
      )}
    </>
  );
}

const timesOf = (count: number) => ['', 'once', 'twice'][count] ?? `${count} times`;

interface ManagedProps {
  shipment: ManagedShipment;
  isDeleted: boolean;
  queries: ComponentProps<typeof Arriving>['queries'];
}

function Managed({ shipment, isDeleted, queries }: ManagedProps) {
  const seesMoney = useMay()('billAdmin.getShipmentBills');
  const isAtDesk = useDesk();
  const activity = (
    <section aria-labelledby="activity" className="lg:max-w-180">
      <div className="block-head mb-4">
        <h2 id="activity">Activity</h2>
        <Link to={paths.manageShipmentHistory(shipment.id)} className="go-touch">
          History
        </Link>
      </div>
      <PendingActivity shipmentId={shipment.id} />
      <ActivityList activity={shipment.activity} showReceived />
    </section>
  );
  return (
    <>
      <ShipmentCard shipment={shipment}>
        {seesMoney && (
          <DescriptionItem caption="Invoice">
            <Link
              to={paths.manageInvoice(shipment.id)}
              className="go cover inline-flex items-center gap-2 whitespace-nowrap"
            >
              <Icon name="printer" />
              Print invoice
            </Link>
          </DescriptionItem>
        )}
        {shipment.prints && (
          <DescriptionItem caption="Label">
            Printed {timesOf(shipment.prints.count)}, last{' '}
            <DateText>{formatActivityDate(shipment.prints.last)}</DateText>
          </DescriptionItem>
        )}
      </ShipmentCard>
      <Arriving queries={queries}>
        <div className={isAtDesk ? 'desk-sides' : 'with-aside'}>
          <ShipmentActions shipment={shipment} isDeleted={isDeleted} />
          <div
            className={`stack ${isAtDesk ? '' : '[@container_page_(width>=58rem)]:col-start-1 [@container_page_(width>=58rem)]:row-start-1 [@container_page_(width>=58rem)]:row-end-3 [@container_page_(width>=58rem)]:[div:has(>.panel)+&]:row-start-2'}`}
          >
            <ShipmentExceptions shipmentId={shipment.id} />
            {shipment.nextStep && <NextStep id={shipment.id} step={shipment.nextStep} />}
            {shipment.returns && <ManagedReturns returns={shipment.returns} />}
            {shipment.orderChange && (
              <Notice tone="warn" title="The shop has changed this order">
                {shipment.orderChange} Ask the sender, then correct or cancel it here.
              </Notice>
            )}
            {shipment.choices && (shipment.choices.made.length > 0 || shipment.choices.options.length > 0) && (
              <ManagedChoices shipment={shipment} choices={shipment.choices} />
            )}
            <CodesToSend shipment={shipment} />
            <ShipmentGrid key={shipment.id} shipment={shipment} />
            {seesMoney && <ShipmentBills shipmentId={shipment.id} />}
            <Deliveries visits={shipment.visits} />
            {!isAtDesk && activity}
          </div>
          {isAtDesk && activity}
        </div>
        <ShipmentImages images={shipment.images} description={shipment.description} />
      </Arriving>
    </>
  );
}
