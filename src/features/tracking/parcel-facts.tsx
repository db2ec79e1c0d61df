import { site } from '../../config/site.ts';
import { formatInvoiceDate } from '../../domain/dates.ts';
import type { TrackedShipment } from '../../domain/shipment.ts';
import { Cell, Cells } from '../../ui/layout/cells.tsx';

/** Shipment details. The server masks names for viewers without access. */
export function ParcelFacts({ shipment }: { shipment: TrackedShipment }) {
  return (
    <Cells columns={4}>
      <Cell caption="From">{place(shipment.senderName, shipment.senderCountry)}</Cell>
      <Cell caption="To">{place(shipment.receiverName, shipment.receiverCountry)}</Cell>
      <Cell caption="Service">{shipment.service}</Cell>
      <Cell caption="Ship date" typed>
        {formatInvoiceDate(shipment.shipDate, site.timeZone)}
      </Cell>
      <Cell caption="Weight" typed>
        {shipment.weight}
      </Cell>
      <Cell caption="Dimensions" typed>
        {shipment.dimensions}
      </Cell>
      {shipment.access === 'detailed' && (
        <Cell caption="Ship to" wide>
          {shipment.shipTo}
        </Cell>
      )}
    </Cells>
  );
}

function place(name: string, country: string) {
  return (
    <>
      {name}
      {country && <span className="block font-400 text-ink-soft">{country}</span>}
    </>
  );
}
