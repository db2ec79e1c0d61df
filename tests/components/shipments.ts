import type { Activity } from '../../src/domain/activity.ts';
import type { PrintedShipment } from '../../src/domain/labels/printing.ts';
import type {
  ManagedShipment,
  ManagedShipmentSummary,
  ShipmentDetails,
  ShipmentOverview,
} from '../../src/domain/shipment.ts';

export const TRACKING_ID = 'W48207K159XQ';

export const ACTIVITY: Activity = {
  id: '0198c5f0-0000-7000-8000-0000000000a1',
  createdAt: '2026-11-16T10:15:00.000Z',
  occurredAt: '2026-11-16T10:15:00.000Z',
  kind: 'created',
  comment: 'Label created',
  address: 'Porto, Portugal',
  status: 'in-progress',
};

/** What anyone with the tracking ID sees. */
export const OVERVIEW: ShipmentOverview = {
  access: 'overview',
  viewer: 'visitor',
  id: '0198c5f0-0000-7000-8000-0000000000b1',
  trackingId: TRACKING_ID,
  description: 'Ceramic kiln parts, 2 cartons',
  status: 'in-progress',
  createdAt: '2026-11-16T10:15:00.000Z',
  service: 'Special Cargo',
  images: [],
  senderName: 'T•••• P••••••',
  senderCountry: 'Portugal',
  receiverName: 'E••• S•••••',
  receiverCountry: 'Sweden',
  dimensions: '12 x 55in',
  weight: '31.4 kg',
  value: 1840,
  fee: 212.5,
  payer: 'receiver',
  shipDate: '2026-11-16T10:12:00.000Z',
};

const PARTIES = {
  senderName: 'Tomás Pereira',
  senderEmail: 'tomas.pereira@example.com',
  senderPhone: '+351 222 010 417',
  receiverName: 'Elin Strand',
  receiverEmail: 'elin.strand@example.com',
  receiverPhone: '+46 31 555 0192',
  reference: '',
  parcels: 1,
  timeWindow: '',
  shipTo: 'Linnégatan 8, 413 04 Gothenburg',
  deliveryDate: null,
};

/** What its labels show. */
export const PRINTED: PrintedShipment = {
  id: OVERVIEW.id,
  trackingId: TRACKING_ID,
  reference: 'SO-4711',
  service: 'Package',
  weight: '31.4 kg',
  senderName: 'Tomás Pereira',
  senderCountry: 'Portugal',
  receiverName: 'Elin Strand',
  receiverCountry: 'Sweden',
  shipTo: 'Linnégatan 8, 413 04 Gothenburg',
  parcels: 3,
  marks: ['signature', 'hold'],
  sort: { run: 'North 2', stop: 14, day: 'Friday 27/11/2026' },
};

/** What its owners see. */
export const DETAILS: ShipmentDetails = {
  ...OVERVIEW,
  ...PARTIES,
  access: 'detailed',
  viewer: 'owner',
  receiverLinked: true,
  activity: [ACTIVITY],
  visits: [],
};

const { access: _, viewer: __, ...shared } = OVERVIEW;

/** What managers see. */
export const MANAGED: ManagedShipment = {
  ...shared,
  ...PARTIES,
  senderId: null,
  receiverId: null,
  statusVersion: 1,
  activity: [ACTIVITY],
  proof: null,
  brandProof: { photo: 'off', signature: 'off', name: 'off' },
  visits: [],
};

/** A row of managers' lists, and, without its parties, of a person's own. */
export const SUMMARY: ManagedShipmentSummary = {
  id: OVERVIEW.id,
  trackingId: TRACKING_ID,
  reference: '',
  description: OVERVIEW.description,
  status: OVERVIEW.status,
  createdAt: OVERVIEW.createdAt,
  latestActivity: ACTIVITY,
  senderName: PARTIES.senderName,
  receiverName: PARTIES.receiverName,
  statusVersion: 1,
  statusSince: OVERVIEW.createdAt,
};

/** The only page of a list. */
export const onePage = <Row>(data: Row[]) => ({ data, total: data.length, pagination: { prev: null, next: null } });
