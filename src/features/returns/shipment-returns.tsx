import { Link, useNavigate } from 'react-router-dom';
import { Act } from '../../acts/act.tsx';
import { lazyNamed } from '../../browser/loading/lazy-named.ts';
import { usePanelLink } from '../../browser/panel-history.ts';
import { formatDayOfWeek } from '../../domain/dates.ts';
import { formatDay } from '../../domain/day.ts';
import { paths } from '../../domain/paths.ts';
import type { ReturnsOfShipment } from '../../domain/returns.ts';
import type { ShipmentDetails } from '../../domain/shipment.ts';
import { formatHours } from '../../domain/time-window.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Verbatim } from '../../ui/verbatim.tsx';
import { useKnownProfile } from '../session/queries.ts';
import { useMay } from '../session/use-may.ts';
import { ConfirmReturn } from './confirm-return.tsx';
import { useHowMany } from './how-many.tsx';
import { useCreateOwnReturn, useRequestReturn } from './mutations.ts';
import { ReturnCodeDialog } from './return-code-dialog.tsx';

/** Brings the form library. */
const CollectDialog = lazyNamed(() => import('./collect-dialog.tsx'), 'CollectDialog');

type Offer = NonNullable<ReturnsOfShipment['offer']>;

/** The code of a return, or what a shipment's parties can do about one: together they are one small import. */
export function ShipmentReturns(props: { shipment: ShipmentDetails } | { trackingId: string }) {
  if ('trackingId' in props) return <ReturnCodeDialog trackingId={props.trackingId} />;
  const { shipment } = props;
  return shipment.returns && <Returns shipment={shipment} returns={shipment.returns} />;
}

function Returns({ shipment, returns }: { shipment: ShipmentDetails; returns: ReturnsOfShipment }) {
  const { of, made, asked, declined, offer, refusal } = returns;
  const isShop = useMay()('shipper.createReturn');
  if (of) return <IsReturn of={of} shipment={shipment} />;
  if (asked) {
    return (
      <Notice icon="clock" title="Return requested">
        {offer?.by === 'shop'
          ? 'Answer it on your home page.'
          : shipment.receiverEmail
            ? 'The sender will reply by email.'
            : 'You’ll see the sender’s answer here.'}
      </Notice>
    );
  }
  return (
    <>
      {declined !== undefined && (
        <Notice icon="undo-2" title="Return declined">
          {declined}
        </Notice>
      )}
      {refusal && declined === undefined && made.length === 0 && <Notice icon="undo-2">{refusal}</Notice>}
      {offer?.by === 'receiver' && <ReceiverOffer offer={offer} shipment={shipment} />}
      {offer?.by === 'shop' && isShop && <ShopOffer shipment={shipment} />}
    </>
  );
}

function IsReturn({ of, shipment }: { of: { trackingId: string }; shipment: ShipmentDetails }) {
  const { trackingId, status, returns } = shipment;
  const { collection, notCollected, collectable } = returns ?? {};
  const profile = useKnownProfile();
  const isShop = profile != null && profile.email === shipment.receiverEmail;
  const to = paths.trackedShipment(trackingId, { detailed: true, view: 'code' });
  const panel = usePanelLink(to);
  return (
    <Notice
      icon="undo-2"
      title={
        <>
          Return of{' '}
          <Link to={paths.trackedShipment(of.trackingId)} translate="no" className="typed">
            {of.trackingId}
          </Link>
        </>
      }
      action={
        status === 'in-progress' &&
        !isShop && (
          <div className="row gap-2">
            <ButtonLink {...panel} small variant="primary" icon="qr-code" to={to}>
              Show the code
            </ButtonLink>
            {collectable && (
              <Button
                small
                icon="truck"
                opens={(close) => (
                  <CollectDialog id={shipment.id} trackingId={trackingId} collectable={collectable} onClose={close} />
                )}
              >
                Have it collected
              </Button>
            )}
          </div>
        )
      }
    >
      {notCollected && !collection && (
        <p className="mb-2 font-650">
          No courier comes for it on {formatDayOfWeek(notCollected.day)}: <Verbatim>{notCollected.reason}</Verbatim>
        </p>
      )}
      {status === 'in-progress' &&
        !isShop &&
        `${shipment.senderEmail ? 'Put the label from our email on the parcel, or show' : 'Show'} the code to the courier or at our depot.`}
      {collection && (
        <p>
          A courier comes on {formatDayOfWeek(collection.day)}, {formatHours(collection)}.
        </p>
      )}
    </Notice>
  );
}

function ReceiverOffer({ offer, shipment }: { offer: Offer; shipment: ShipmentDetails }) {
  const { mode, until } = offer;
  const { price, field, parcels } = useHowMany(offer);
  const navigate = useNavigate();
  const request = useRequestReturn(shipment.trackingId, (made) =>
    navigate(paths.trackedShipment(made, { detailed: true, view: 'code' })),
  );
  // Only receivers who pay read a fee.
  const cost = price === null ? 'It’s free for you.' : `You pay ${price}.`;
  return (
    <Notice
      icon="undo-2"
      title="Want to send it back?"
      action={
        <Act
          button={
            <Button small icon="undo-2">
              Return
            </Button>
          }
          change={request}
          input={{ id: shipment.id, ...parcels }}
          title={mode === 'ask' ? 'Ask for a return?' : 'Return this shipment?'}
          label={mode === 'ask' ? 'Ask for it' : 'Create return'}
          pendingLabel={mode === 'ask' ? 'Asking' : 'Creating'}
        >
          <p>
            {mode === 'ask'
              ? 'The sender decides and replies by email. Then you get a label, or show a code on your phone.'
              : 'You get a label by email. No printer? Show the code on your phone.'}{' '}
            {cost}
          </p>
          {field}
        </Act>
      }
    >
      {until && `You can until ${formatDay(until)}. `}
      {cost}
    </Notice>
  );
}

function ShopOffer({ shipment }: { shipment: ShipmentDetails }) {
  const create = useCreateOwnReturn();
  return (
    <div>
      <Button
        icon="undo-2"
        className="max-sm:w-full"
        opens={(close) => <ConfirmReturn create={create} shipment={shipment} onClose={close} />}
      >
        Return
      </Button>
    </div>
  );
}
