import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { usePanelLink } from '../../browser/panel-history.ts';
import { brandClockName } from '../../config/brand-clock.ts';
import { formatPrice, inCurrency } from '../../config/currency.ts';
import { site } from '../../config/site.ts';
import { choiceLabel } from '../../domain/choice-label.ts';
import { formatShipDate } from '../../domain/dates.ts';
import { type ManageShipmentView, paths } from '../../domain/paths.ts';
import { dialedNumber } from '../../domain/phone-number.ts';
import { nameParcels, sayWhere } from '../../domain/runs/say-where.ts';
import { CLEARANCE, type ManagedShipment, PARTIES, type Party } from '../../domain/shipment.ts';
import type { ShownWhereabouts } from '../../domain/whereabouts.ts';
import { AddressText } from '../../ui/address-text.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { breakAroundAt, DescriptionItem, DescriptionList } from '../../ui/layout/description-list.tsx';
import { useMay } from '../session/use-may.ts';
import { CodItem } from '../shipments/cod/cod-item.tsx';
import { PrivateCode } from './codes/private-code.tsx';
import { useShowCodes } from './mutations.ts';
import { ProofRules } from './proof-rules.tsx';

/** Specification section 2. */
export function ShipmentGrid({ shipment }: { shipment: ManagedShipment }) {
  const codes = useShowCodes(shipment.id);
  const may = useMay();
  const clock = brandClockName();
  const { senderId, senderEmail, receiverId, receiverEmail } = shipment;
  const access = [senderId, senderEmail, receiverId, receiverEmail].join(' ');
  return (
    <>
      <div className="grid gap-6 grid-cols-1 md:grid-cols-2 lg:grid-cols-1 lg:[.desk-sides_&]:grid-cols-[repeat(auto-fit,minmax(min(100%,22rem),1fr))]">
        {PARTIES.map((party) => (
          <PartyBlock key={party} shipment={shipment} party={party}>
            {may('shipmentAdmin.showCodes') && !shipment.codeless?.includes(party) && (
              <PrivateCode party={party} codes={codes} access={access} />
            )}
          </PartyBlock>
        ))}
      </div>
      <Block id="shipment" title="Shipment">
        <DescriptionList columns={4}>
          <DescriptionItem caption="Service">{shipment.service}</DescriptionItem>
          {shipment.reference && <DescriptionItem caption="Reference" verbatim value={shipment.reference} />}
          {shipment.parcels > 1 && <DescriptionItem caption="Parcels" mono value={shipment.parcels} />}
          {shipment.timeWindow && <DescriptionItem caption="Time window" value={shipment.timeWindow} />}
          <DescriptionItem caption="Dimensions" mono value={shipment.dimensions} />
          <DescriptionItem caption="Weight" mono value={shipment.weight} />
          {shipment.value !== undefined && (
            <DescriptionItem caption={inCurrency('Value')} mono value={formatPrice(shipment.value)} />
          )}
          <CodItem shipment={shipment} />
          <DescriptionItem caption="Clearance detail">{CLEARANCE}</DescriptionItem>
          {shipment.fee !== undefined && (
            <DescriptionItem caption={inCurrency('Shipping fee')} mono value={formatPrice(shipment.fee)} />
          )}
          <DescriptionItem caption="Payer">{choiceLabel(shipment.payer)}</DescriptionItem>
          <DescriptionItem caption="Ship To">
            <AddressText>{shipment.shipTo}</AddressText>
          </DescriptionItem>
          {shipment.whereabouts && (
            <DescriptionItem caption="Where it is">
              <Where shipment={shipment} places={shipment.whereabouts} />
            </DescriptionItem>
          )}
          <DescriptionItem caption="Ship date" mono value={<BrandTime iso={shipment.shipDate} />} />
          <DescriptionItem
            caption="Delivery date"
            mono
            value={shipment.deliveryDate && <BrandTime iso={shipment.deliveryDate} />}
          />
          <DescriptionItem caption="Proof of delivery" value={<ProofRules shipment={shipment} />} />
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

/** One line, or one for each place if its parcels are apart. */
function Where({ shipment, places }: { shipment: ManagedShipment; places: readonly ShownWhereabouts[] }) {
  const isReturn = shipment.returns?.of !== undefined;
  return places.map((one) => (
    <span key={one.parcels.join()} className="block break-anywhere">
      {places.length > 1 && `${nameParcels(one.parcels)}: `}
      {sayWhere({ ...one, isReturn })}
      <span className="second-line">
        since <BrandTime iso={one.since} />
      </span>
    </span>
  ));
}

function PartyBlock({ shipment, party, children }: { shipment: ManagedShipment; party: Party; children: ReactNode }) {
  const who = choiceLabel(party);
  const email = shipment[`${party}Email`];
  const phone = shipment[`${party}Phone`];
  return (
    <Block
      id={party === 'sender' ? 'from' : 'to'}
      title={party === 'sender' ? 'From' : 'To'}
      action={
        <PanelLink id={shipment.id} view={`correct-${party}`} label={`Correct ${party}`} className="-mr-[12px]">
          Correct
        </PanelLink>
      }
    >
      <DescriptionList>
        <DescriptionItem caption={who} verbatim value={shipment[`${party}Name`]} />
        <DescriptionItem caption={`${who} country`}>{shipment[`${party}Country`]}</DescriptionItem>
        {email === '' ? (
          <DescriptionItem caption={`${who} email`}>None: we text the phone</DescriptionItem>
        ) : (
          <DescriptionItem caption={`${who} email`} email>
            {breakAroundAt(email)}
            <WriteEmail party={party} to={email} />
          </DescriptionItem>
        )}
        <DescriptionItem caption={`${who} phone`} mono>
          <a href={`tel:${dialedNumber(phone)}`} className="go-touch -my-[10px]">
            {phone}
          </a>
        </DescriptionItem>
        {children && <DescriptionItem caption={`${who} code`}>{children}</DescriptionItem>}
        <DescriptionItem caption={`${who} account`} value={<PartyAccount shipment={shipment} party={party} />} />
      </DescriptionList>
    </Block>
  );
}

/** Opens the device's own mail app, for staff who don't write in the brand's name. */
function WriteEmail({ party, to }: { party: Party; to: string }) {
  const may = useMay();
  const link = {
    className: 'go-touch flex w-fit',
    translate: 'yes',
    'aria-label': `Write email to the ${party}`,
  } as const;
  return may('mail.send') ? (
    <Link {...link} to={paths.manageMail({ to })}>
      Write email
    </Link>
  ) : (
    <a {...link} href={`mailto:${to}`}>
      Write email
    </a>
  );
}

const BrandTime = ({ iso }: { iso: string }) => <time dateTime={iso}>{formatShipDate(iso, site.timeZone)}</time>;

function PartyAccount({ shipment: { id, senderId, receiverId }, party }: { shipment: ManagedShipment; party: Party }) {
  const userId = party === 'sender' ? senderId : receiverId;
  const may = useMay();
  if (!may('shipmentAdmin.changeAccount')) return userId === null ? 'Account not linked' : 'Account linked';
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
        <PanelLink
          id={id}
          view={`link-${party}`}
          label={userId === null ? `Link ${party} account` : `Change ${party} account`}
        >
          {userId === null ? 'Link' : 'Change'}
        </PanelLink>
        {userId !== null && (
          <PanelLink id={id} view={`unlink-${party}`} label={`Unlink ${party} account`}>
            Unlink
          </PanelLink>
        )}
      </span>
    </>
  );
}

interface PanelLinkProps {
  id: string;
  view: ManageShipmentView;
  label: string;
  className?: string;
  children: string;
}

function PanelLink({ id, view, label, className = '', children }: PanelLinkProps) {
  const to = paths.manageShipment(id, { view });
  return (
    <ButtonLink
      {...usePanelLink(to)}
      small
      variant="quiet"
      className={`px-[12px] ${className}`}
      to={to}
      aria-label={label}
    >
      {children}
    </ButtonLink>
  );
}

interface BlockProps {
  id: string;
  title: string;
  action?: ReactNode;
  children: ReactNode;
}

function Block({ id, title, action, children }: BlockProps) {
  return (
    <section aria-labelledby={`block-${id}`}>
      <div className="row justify-between mb-3">
        <h2 id={`block-${id}`}>{title}</h2>
        {action}
      </div>
      {children}
    </section>
  );
}
