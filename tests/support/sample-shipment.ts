import type { CreateShipment } from '../../src/domain/shipment.ts';

/** What a creation asks for, but its service and its time. */
export const SAMPLE_SHIPMENT: Omit<CreateShipment, 'reference' | 'parcels' | 'timeWindow' | 'service' | 'shipDate'> = {
  description: 'Ceramic kiln parts, 2 cartons',
  dimensions: '12 x 55in',
  weight: '31.4 kg',
  value: 1840,
  fee: 212.5,
  payer: 'receiver',
  shipTo: 'Linnégatan 8, 413 04 Gothenburg',
  senderName: 'Tomás Pereira',
  senderEmail: 'tomas.pereira@example.com',
  senderPhone: '+351 222 010 417',
  senderCountry: 'Portugal',
  receiverName: 'Elin Strand',
  receiverEmail: 'elin.strand@example.com',
  receiverPhone: '+46 31 555 0192',
  receiverCountry: 'Sweden',
  images: [],
};
