import { encoders } from '../../server/labels/drawing/encoders.ts';
import { drawDocument } from '../../src/domain/labels/draw-document.ts';
import type { Drawing } from '../../src/domain/labels/drawing.ts';
import type { PrintedShipment } from '../../src/domain/labels/printing.ts';

export const PRINTED_SHIPMENT: PrintedShipment = {
  id: '01980000-0000-7000-8000-000000000001',
  trackingId: 'W48207K159X1',
  reference: 'SO-4711',
  service: 'Package',
  weight: '4.2 kg',
  senderName: 'Maja Lind AB',
  senderCountry: 'Sweden',
  receiverName: 'Ådalens Möbler & Köksfläkt',
  receiverCountry: 'Norway',
  shipTo: 'Storgatan 2, 411 38 Göteborg',
  parcels: 1,
  marks: ['signature', 'hold'],
  sort: { run: 'Centre', stop: 12, day: '27 November' },
};

/** The tracking link that a label's QR code leads to. */
export const linkOf = (trackingId: string): string => `https://parcels.example.com/track/${trackingId}`;

/** Labels of 100 × 150 mm. */
export const drawLabelsOf = (shipments: PrintedShipment[]): Drawing[] =>
  drawDocument(
    { shipments },
    { document: 'labels', size: '100x150', first: 1, hasSort: true },
    { brand: 'Waybill', phone: '', currency: 'USD', origin: 'https://parcels.example.com', day: '27 November' },
    encoders,
  );
