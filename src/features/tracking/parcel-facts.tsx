import { site } from '../../config/site.ts';
import { formatInvoiceDate } from '../../domain/dates.ts';
import type { TrackedShipment } from '../../domain/shipment.ts';
import { AddressText } from '../../ui/address-text.tsx';
import { DescriptionItem, DescriptionList } from '../../ui/layout/description-list.tsx';
import { Verbatim } from '../../ui/verbatim.tsx';
import { CodItem } from '../shipments/cod/cod-item.tsx';

/** The server masks names for viewers without access. */
export function ParcelFacts({ shipment }: { shipment: TrackedShipment }) {
  return (
    <DescriptionList columns={3}>
      <DescriptionItem caption="From">{place(shipment.senderName, shipment.senderCountry)}</DescriptionItem>
      <DescriptionItem caption="To">{place(shipment.receiverName, shipment.receiverCountry)}</DescriptionItem>
      <DescriptionItem caption="Service">{shipment.service}</DescriptionItem>
      <DescriptionItem caption="Ship date" mono value={formatInvoiceDate(shipment.shipDate, site.timeZone)} />
      <DescriptionItem caption="Weight" mono value={shipment.weight} />
      <DescriptionItem caption="Dimensions" mono value={shipment.dimensions} />
      {shipment.access === 'detailed' && shipment.parcels > 1 && (
        <DescriptionItem caption="Parcels" wide>
          {shipment.parcels}
          {shipment.places?.map((place) => (
            <span key={place} className="second-line">
              {place}
            </span>
          ))}
        </DescriptionItem>
      )}
      {shipment.access === 'detailed' && shipment.timeWindow && (
        <DescriptionItem caption="Time window" wide value={shipment.timeWindow} />
      )}
      {shipment.access === 'detailed' && shipment.reference && (
        <DescriptionItem caption="Reference" verbatim wide value={shipment.reference} />
      )}
      {shipment.access === 'detailed' && <CodItem shipment={shipment} />}
      {shipment.access === 'detailed' && (
        <DescriptionItem caption="Ship to" wide>
          <AddressText>{shipment.shipTo}</AddressText>
        </DescriptionItem>
      )}
    </DescriptionList>
  );
}

function place(name: string, country: string) {
  return (
    <>
      <Verbatim>{name}</Verbatim>
      {country && <span className="block font-400 text-ink-soft">{country}</span>}
    </>
  );
}
