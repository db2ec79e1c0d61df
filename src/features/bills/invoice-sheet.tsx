import type { RefObject } from 'react';
import { formatPrice, inCurrency } from '../../config/currency.ts';
import { site } from '../../config/site.ts';
import { choiceLabel } from '../../domain/choice-label.ts';
import { formatInvoiceDate } from '../../domain/dates.ts';
import { fromCents, toCents } from '../../domain/money.ts';
import { paths } from '../../domain/paths.ts';
import { CLEARANCE, type ShipmentDetails, type ShipmentOverview } from '../../domain/shipment.ts';
import { statusLabel } from '../../domain/shipment-status.ts';
import { deliveryOf } from '../../domain/timeline.ts';
import { GroupedCode } from '../../ui/grouped-code.tsx';
import { QrCode } from '../../ui/qr-code.tsx';
import { Barcode } from '../shipments/barcode.tsx';
import { useInvoiceDensity } from './invoice-density.ts';

export type InvoicedShipment = Omit<ShipmentOverview, 'viewer'> | Omit<ShipmentDetails, 'viewer' | 'receiverLinked'>;

const formatDay = (iso: string) => formatInvoiceDate(iso, site.timeZone);

/** Light in both themes. Without access, the server masks names and addresses. */
export function InvoiceSheet({ shipment, ref }: { shipment: InvoicedShipment; ref: RefObject<HTMLElement | null> }) {
  const { trackingId, value, fee } = shipment;
  const details = shipment.access === 'detailed' ? shipment : null;
  const deliveredAt = details?.deliveryDate ?? deliveryOf(shipment.status, details?.activity ?? [])?.occurredAt;
  const density = useInvoiceDensity(ref, shipment);
  const total = fromCents(toCents(value) + toCents(fee));
  return (
    <article ref={ref} className="invoice" data-density={density} aria-labelledby="invoice-title">
      <div className="invoice-margin">
        <div className="invoice-frame">
          <header className="invoice-top">
            <span className="invoice-mark" aria-hidden="true">
              {site.letter}
            </span>
            <div className="invoice-name">
              <h1 id="invoice-title">Commercial Invoice</h1>
              <a href={`mailto:${site.support}`}>{site.support}</a>
              {site.phone && <a href={`tel:${site.dialed}`}>{site.phone}</a>}
            </div>
            <dl className="invoice-date">
              <Entry caption="Date" mono value={formatDay(shipment.createdAt)} />
            </dl>
          </header>

          <div className="invoice-codes">
            <div className="invoice-id">
              <p className="cap">Tracking ID</p>
              <GroupedCode code={trackingId} as="strong" />
              <Barcode code={trackingId} />
            </div>
            <div className="invoice-link">
              <QrCode text={location.origin + paths.trackedShipment(trackingId)} className="qr-code" />
              <p className="cap">Scan to track</p>
            </div>
          </div>

          <dl className="invoice-cells invoice-parties">
            <Party
              caption="Sender"
              name={shipment.senderName}
              country={shipment.senderCountry}
              email={details?.senderEmail}
              phone={details?.senderPhone}
            />
            <Party
              caption="Receiver"
              name={shipment.receiverName}
              country={shipment.receiverCountry}
              email={details?.receiverEmail}
              phone={details?.receiverPhone}
            />
          </dl>

          <dl className="invoice-cells invoice-thirds">
            {details && (
              <Entry caption="Ship To" className="invoice-free invoice-wide" verbatim value={details.shipTo} />
            )}
            {details?.reference && (
              <Entry caption="Reference" className="invoice-free invoice-wide" verbatim value={details.reference} />
            )}
            <Entry caption="Service" className="invoice-service" value={shipment.service} />
            <Entry caption="Ship date" mono value={formatDay(shipment.shipDate)} />
            <Entry
              caption="Delivery date"
              mono={deliveredAt !== undefined}
              value={deliveredAt ? formatDay(deliveredAt) : 'N/A'}
            />
          </dl>

          <dl className="invoice-cells invoice-item">
            <Entry caption="Description" className="invoice-free" value={shipment.description} />
            <Entry caption="Dimensions" className="invoice-free" mono value={shipment.dimensions} />
            <Entry caption="Weight" className="invoice-free" mono value={shipment.weight} />
            <Entry caption={inCurrency('Value')} mono value={formatPrice(value)} />
          </dl>

          <div className="invoice-close">
            <dl className="invoice-cells">
              <Entry caption="Payer" value={choiceLabel(shipment.payer)} />
              <Entry caption="Status" value={statusLabel(shipment.status)} />
              <Entry caption="Clearance detail" className="invoice-wide" value={CLEARANCE} />
            </dl>
            <dl className="invoice-sum">
              <div>
                <dt>{inCurrency('Value')}</dt>
                <dd className="typed">{formatPrice(value)}</dd>
              </div>
              <div>
                <dt>{inCurrency('Shipping fee')}</dt>
                <dd className="typed">{formatPrice(fee)}</dd>
              </div>
              <div className="invoice-total">
                <dt>Total</dt>
                <dd className="typed">{formatPrice(total)}</dd>
              </div>
            </dl>
          </div>

          <div className="invoice-tear" aria-hidden="true" />

          <div className="invoice-stub">
            <p className="cap">Received by</p>
            <p className="cap">Date and signature</p>
            <div>
              <p className="cap">Tracking ID</p>
              <GroupedCode code={trackingId} as="strong" />
              <Barcode code={trackingId} />
            </div>
          </div>
        </div>
      </div>
    </article>
  );
}

interface EntryProps {
  caption: string;
  value: string;
  mono?: boolean;
  verbatim?: boolean;
  /** `invoice-free` marks free text, which shrinks first. */
  className?: string;
}

function Entry({ caption, value, mono = false, verbatim = false, className = '' }: EntryProps) {
  return (
    <div className={`invoice-cell ${className}`}>
      <dt className="cap">{caption}</dt>
      <dd translate={verbatim ? 'no' : undefined} className={`invoice-value ${mono ? 'typed' : ''}`}>
        {value}
      </dd>
    </div>
  );
}

interface PartyProps {
  caption: string;
  name: string;
  country: string;
  email?: string | undefined;
  phone?: string | undefined;
}

function Party({ caption, name, country, email, phone }: PartyProps) {
  return (
    <div className="invoice-cell invoice-free">
      <dt className="cap">{caption}</dt>
      <dd translate="no" className="invoice-party">
        {name}
      </dd>
      {country && <dd>{country}</dd>}
      {email && (
        <dd translate="no">
          {email.slice(0, email.indexOf('@') + 1)}
          <wbr />
          {email.slice(email.indexOf('@') + 1)}
        </dd>
      )}
      {phone && <dd translate="no">{phone}</dd>}
    </div>
  );
}
