import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { usePanelLink } from '../../browser/panel-history.ts';
import { brandClockName } from '../../config/brand-clock.ts';
import { site } from '../../config/site.ts';
import { formatShipDate } from '../../domain/dates.ts';
import { formatMoney } from '../../domain/money.ts';
import { type ManageShipmentView, paths } from '../../domain/paths.ts';
import { CLEARANCE, type ManagedShipment, type Party } from '../../domain/shipment.ts';
import { statusLabel } from '../../domain/shipment-status.ts';
import { AddressText } from '../../ui/address-text.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { DescriptionItem, DescriptionList } from '../../ui/layout/description-list.tsx';
import { useShowCodes } from './mutations.ts';
import { PrivateCode } from './private-code.tsx';
import { ProofRules } from './proof-rules.tsx';

/** Specification section 2. */
export function ShipmentGrid({ shipment }: { shipment: ManagedShipment }) {
  const codes = useShowCodes(shipment.id);
  const clock = brandClockName();
  const { senderId, senderEmail, receiverId, receiverEmail } = shipment;
  const access = [senderId, senderEmail, receiverId, receiverEmail].join(' ');
  return (
    <>
      <div className="grid gap-6 grid-cols-1 md:grid-cols-2 lg:grid-cols-1">
        <Block id="from" title="From">
          <DescriptionList>
            <DescriptionItem caption="Sender" verbatim>
              {shipment.senderName}
            </DescriptionItem>
            <DescriptionItem caption="Sender country">{shipment.senderCountry}</DescriptionItem>
            <DescriptionItem caption="Sender email" email>
              {shipment.senderEmail}
            </DescriptionItem>
            <DescriptionItem caption="Sender phone" mono>
              {shipment.senderPhone}
            </DescriptionItem>
            <DescriptionItem caption="Sender code">
              <PrivateCode party="sender" codes={codes} access={access} />
            </DescriptionItem>
            <DescriptionItem caption="Sender account">
              <PartyAccount shipment={shipment} party="sender" />
            </DescriptionItem>
          </DescriptionList>
        </Block>
        <Block id="to" title="To">
          <DescriptionList>
            <DescriptionItem caption="Receiver" verbatim>
              {shipment.receiverName}
            </DescriptionItem>
            <DescriptionItem caption="Receiver country">{shipment.receiverCountry}</DescriptionItem>
            <DescriptionItem caption="Receiver email" email>
              {shipment.receiverEmail}
            </DescriptionItem>
            <DescriptionItem caption="Receiver phone" mono>
              {shipment.receiverPhone}
            </DescriptionItem>
            <DescriptionItem caption="Receiver code">
              <PrivateCode party="receiver" codes={codes} access={access} />
            </DescriptionItem>
            <DescriptionItem caption="Receiver account">
              <PartyAccount shipment={shipment} party="receiver" />
            </DescriptionItem>
          </DescriptionList>
        </Block>
      </div>
      <Block id="shipment" title="Shipment">
        <DescriptionList columns={4}>
          <DescriptionItem caption="Service">{shipment.service}</DescriptionItem>
          {shipment.reference && (
            <DescriptionItem caption="Reference" verbatim>
              {shipment.reference}
            </DescriptionItem>
          )}
          <DescriptionItem caption="Dimensions" mono>
            {shipment.dimensions}
          </DescriptionItem>
          <DescriptionItem caption="Weight" mono>
            {shipment.weight}
          </DescriptionItem>
          <DescriptionItem caption="Value ($)" mono>
            {formatMoney(shipment.value)}
          </DescriptionItem>
          <DescriptionItem caption="Clearance detail">{CLEARANCE}</DescriptionItem>
          <DescriptionItem caption="Shipping fee ($)" mono>
            {formatMoney(shipment.fee)}
          </DescriptionItem>
          <DescriptionItem caption="Payer">{statusLabel(shipment.payer)}</DescriptionItem>
          <DescriptionItem caption="Ship To">
            <AddressText>{shipment.shipTo}</AddressText>
          </DescriptionItem>
          <DescriptionItem caption="Ship date" mono>
            <BrandTime iso={shipment.shipDate} />
          </DescriptionItem>
          <DescriptionItem caption="Delivery date" mono>
            {shipment.deliveryDate && <BrandTime iso={shipment.deliveryDate} />}
          </DescriptionItem>
          <DescriptionItem caption="Proof of delivery">
            <ProofRules shipment={shipment} />
          </DescriptionItem>
          {shipment.run && (
            <DescriptionItem caption="Run">
              <Link to={paths.manageRun(shipment.run.id)} className="go-touch break-anywhere">
                {shipment.run.name}
              </Link>
              <span className="block">{shipment.run.courier}</span>
            </DescriptionItem>
          )}
        </DescriptionList>
        {clock && <p className="soft text-small mt-3">Ship date and delivery date are in {clock}.</p>}
      </Block>
    </>
  );
}

const BrandTime = ({ iso }: { iso: string }) => <time dateTime={iso}>{formatShipDate(iso, site.timeZone)}</time>;

function PartyAccount({ shipment: { id, senderId, receiverId }, party }: { shipment: ManagedShipment; party: Party }) {
  const userId = party === 'sender' ? senderId : receiverId;
  return (
    <>
      {userId === null ? (
        'Account not linked'
      ) : (
        <Link to={paths.manageUser(userId)} className="go-touch whitespace-nowrap">
          View account →
        </Link>
      )}
      <span className="flex flex-wrap -ml-[14px] mt-1">
        <AccountLink id={id} view={`link-${party}`} party={party}>
          {userId === null ? 'Link' : 'Change'}
        </AccountLink>
        {userId !== null && (
          <AccountLink id={id} view={`unlink-${party}`} party={party}>
            Unlink
          </AccountLink>
        )}
      </span>
    </>
  );
}

function AccountLink(props: { id: string; view: ManageShipmentView; party: Party; children: string }) {
  const { id, view, party, children } = props;
  const to = paths.manageShipment(id, { view });
  return (
    <ButtonLink
      {...usePanelLink(to)}
      small
      variant="quiet"
      className="px-[12px]"
      to={to}
      aria-label={`${children} ${party} account`}
    >
      {children}
    </ButtonLink>
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
