import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { formatActivityDate } from '../../domain/dates.ts';
import { formatMoney } from '../../domain/money.ts';
import { paths } from '../../domain/paths.ts';
import { CLEARANCE, type ManagedShipment, type Party } from '../../domain/shipment.ts';
import { statusLabel } from '../../domain/shipment-status.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Cell, Cells } from '../../ui/layout/cells.tsx';
import { useShowCodes } from './mutations.ts';
import { PrivateCode } from './private-code.tsx';

/** The manager's detail grid (specification section 2): from, to, shipment. */
export function ShipmentGrid({ shipment }: { shipment: ManagedShipment }) {
  const codes = useShowCodes(shipment.id);
  const { senderId, senderEmail, receiverId, receiverEmail } = shipment;
  const access = [senderId, senderEmail, receiverId, receiverEmail].join(' ');
  return (
    <>
      <div className="grid gap-6 md:grid-cols-2 lg:grid-cols-1">
        <Block id="from" title="From">
          <Cells>
            <Cell caption="Sender">{shipment.senderName}</Cell>
            <Cell caption="Sender country">{shipment.senderCountry || 'N/A'}</Cell>
            <Cell caption="Sender email">{shipment.senderEmail}</Cell>
            <Cell caption="Sender phone" typed>
              {shipment.senderPhone}
            </Cell>
            <Cell caption="Sender code">
              <PrivateCode of="sender" codes={codes} access={access} />
            </Cell>
            <Cell caption="Sender account">
              <Account shipment={shipment} party="sender" />
            </Cell>
          </Cells>
        </Block>
        <Block id="to" title="To">
          <Cells>
            <Cell caption="Receiver">{shipment.receiverName}</Cell>
            <Cell caption="Receiver country">{shipment.receiverCountry || 'N/A'}</Cell>
            <Cell caption="Receiver email">{shipment.receiverEmail}</Cell>
            <Cell caption="Receiver phone" typed>
              {shipment.receiverPhone}
            </Cell>
            <Cell caption="Receiver code">
              <PrivateCode of="receiver" codes={codes} access={access} />
            </Cell>
            <Cell caption="Receiver account">
              <Account shipment={shipment} party="receiver" />
            </Cell>
          </Cells>
        </Block>
      </div>
      <Block id="shipment" title="Shipment">
        <Cells columns={4}>
          <Cell caption="Service">{shipment.service}</Cell>
          <Cell caption="Dimensions" typed>
            {shipment.dimensions}
          </Cell>
          <Cell caption="Weight" typed>
            {shipment.weight}
          </Cell>
          <Cell caption="Value ($)" typed>
            {formatMoney(shipment.value)}
          </Cell>
          <Cell caption="Clearance detail">{CLEARANCE}</Cell>
          <Cell caption="Shipping fee ($)" typed>
            {formatMoney(shipment.fee)}
          </Cell>
          <Cell caption="Payer">{statusLabel(shipment.payer)}</Cell>
          <Cell caption="Ship To">{shipment.shipTo}</Cell>
          <Cell caption="Ship date" typed>
            {formatActivityDate(shipment.shipDate)}
          </Cell>
          <Cell caption="Delivery date" typed>
            {shipment.deliveryDate ? formatActivityDate(shipment.deliveryDate) : 'N/A'}
          </Cell>
        </Cells>
      </Block>
    </>
  );
}

/** The account linked to one side, and how to change it. */
function Account({ shipment: { id, senderId, receiverId }, party }: { shipment: ManagedShipment; party: Party }) {
  const userId = party === 'sender' ? senderId : receiverId;
  const link = (verb: 'link' | 'unlink', words: string) => (
    <ButtonLink
      small
      variant="quiet"
      to={paths.manageShipment(id, { view: `${verb}-${party}` })}
      replace
      preventScrollReset
      aria-label={`${words} ${party} account`}
    >
      {words}
    </ButtonLink>
  );
  return (
    <>
      {userId === null ? (
        'Account not linked'
      ) : (
        <Link to={paths.manageUser(userId)} className="go">
          View account →
        </Link>
      )}
      <span className="row gap-0 -ml-[18px] mt-1">
        {userId === null ? (
          link('link', 'Link')
        ) : (
          <>
            {link('link', 'Change')}
            {link('unlink', 'Unlink')}
          </>
        )}
      </span>
    </>
  );
}

function Block({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={`block-${id}`}>
      <h2 id={`block-${id}`} className="mb-3">
        {title}
      </h2>
      {children}
    </section>
  );
}
