import { useRef } from 'react';
import { type Back, InvoiceActions } from './invoice-actions.tsx';
import { type InvoicedShipment, InvoiceSheet } from './invoice-sheet.tsx';

export function Invoice({ shipment, back }: { shipment: InvoicedShipment; back: Back }) {
  const sheet = useRef<HTMLElement>(null);
  return (
    <>
      <InvoiceActions shipment={shipment} back={back} invoice={sheet} />
      <InvoiceSheet shipment={shipment} ref={sheet} />
    </>
  );
}
