import type { PickupDays } from '../../src/domain/pickups/pickup.ts';
import type { ReturnRules } from '../../src/domain/returns.ts';
import type { CreateShipment } from '../../src/domain/shipment.ts';
import type { ShipmentStatus } from '../../src/domain/shipment-status.ts';
import { textsOf } from '../../src/domain/shipment-texts.ts';
import type { DraftFields } from '../../src/domain/shops/draft.ts';
import type { SaveRateInput } from '../../src/domain/shops/rate.ts';
import type { Payout } from '../../src/domain/transaction.ts';
import type { NewTransaction } from '../ledger/store/transactions.ts';

export const CREATED_HOURS_AGO = 110;

export const PASSWORD = 'parcels-in-transit';

export const PEOPLE = {
  manager: { email: 'manager@example.com', firstName: 'Ines', lastName: 'Calder', verified: true, roles: ['manager'] },
  dispatcher: {
    email: 'dispatcher@example.com',
    firstName: 'Siv',
    lastName: 'Lund',
    verified: true,
    roles: ['dispatcher'],
  },
  accountant: {
    email: 'accountant@example.com',
    firstName: 'Ola',
    lastName: 'Dahl',
    verified: true,
    roles: ['accountant'],
  },
  customer: { email: 'customer@example.com', firstName: 'Elin', lastName: 'Strand', verified: true },
  unverified: { email: 'unverified@example.com', firstName: 'Jonas', lastName: 'Berg' },
  courier: { email: 'courier@example.com', firstName: 'Nils', lastName: 'Ek', verified: true, roles: ['courier'] },
  shop: { email: 'shop@example.com', firstName: 'Harbour', lastName: 'Books', verified: true, roles: ['shipper'] },
} as const;

export const PLACE = {
  phone: '+46 31 555 0192',
  dob: '1990-05-17',
  address: 'Linnégatan 8',
  city: 'Gothenburg',
  state: 'Västra Götaland',
  nationality: 'Sweden',
};

/** A stop recorded offline was received later. */
type Stop = [
  hoursAgo: number,
  status: ShipmentStatus | null,
  comment?: string,
  address?: string,
  receivedHoursAgo?: number,
];

type DemoParcel = Partial<CreateShipment> & Pick<CreateShipment, 'description' | 'weight' | 'dimensions'>;

export interface Story {
  parcel: DemoParcel;
  stops: Stop[];
  bill?: { hoursAgo: number; amount: number; summary: string };
  pictures?: number;
}

const COLLECTED: Stop = [94, null, 'Parcel received at counter', 'Rua do Almada 41, Porto, Portugal'];
const SHIPPED: Stop[] = [
  [70, 'shipped'],
  [69, null, 'Left the sorting centre', 'Maia, Porto, Portugal'],
  [40, null, 'Arrived at transit hub', 'Bremen Airport, Germany'],
];

export const STORIES: Story[] = [
  {
    parcel: {
      description: 'Seed potatoes, 3 sacks',
      service: 'Package',
      weight: '75 kg',
      dimensions: '40 x 60 x 90 cm',
    },
    stops: [COLLECTED],
  },
  {
    parcel: {
      description: 'Framed print, 60 x 90 cm',
      service: 'Special Cargo',
      weight: '4.2 kg',
      dimensions: '8 x 70 x 100 cm',
    },
    stops: [COLLECTED, ...SHIPPED],
    pictures: 1,
  },
  {
    parcel: { description: 'Bicycle frame', service: 'Package', weight: '2.8 kg', dimensions: '20 x 60 x 110 cm' },
    stops: [COLLECTED, ...SHIPPED, [6, 'delivery'], [5, null, 'On the van for today', 'Mölndal depot, Sweden', 3]],
  },
  {
    parcel: {
      description: 'Ceramic kiln parts, 2 cartons',
      service: 'Special Cargo',
      weight: '31.4 kg',
      dimensions: '45 x 50 x 60 cm',
    },
    stops: [
      COLLECTED,
      ...SHIPPED,
      [20, 'held'],
      [19, null, 'Waiting for duty payment', 'Gothenburg terminal, Hall 4, Sweden'],
    ],
    bill: { hoursAgo: 19, amount: 148.2, summary: 'Import duty and handling' },
    pictures: 3,
  },
  {
    parcel: {
      description: 'Winter tyres, set of four',
      service: 'Freight Fowarding',
      weight: '38 kg',
      dimensions: '65 x 65 x 90 cm',
    },
    stops: [
      COLLECTED,
      ...SHIPPED,
      [26, 'delivery'],
      [22, null, 'Handed over to the receiver', 'Linnégatan 8, Gothenburg, Sweden'],
      [22, 'delivered'],
    ],
  },
  {
    parcel: {
      description: 'Office chairs, pallet',
      service: 'Full Truck Load',
      weight: '140 kg',
      dimensions: '80 x 120 x 180 cm',
    },
    stops: [COLLECTED, [60, 'cancelled']],
  },
  {
    parcel: {
      description: 'Antique mirror',
      service: 'Warehousing & Storage',
      weight: '11.5 kg',
      dimensions: '12 x 70 x 120 cm',
    },
    stops: [COLLECTED, ...SHIPPED, [12, 'failed'], [12, null, 'Damaged in transit', 'Bremen Airport, Germany']],
  },
];

export const RUN_NAME = 'Gothenburg centre';
type DemoStop = Record<'receiverName' | 'receiverPhone' | 'shipTo', string> & {
  timeWindow?: string;
  parcels: DemoParcel[];
};
export const DEMO_STOPS: DemoStop[] = [
  {
    receiverName: 'Sara Nyman',
    receiverPhone: '+46 31 555 0118',
    shipTo: 'Vasagatan 21, 411 24 Gothenburg',
    parcels: [
      { description: 'Running shoes', weight: '1.1 kg', dimensions: '13 x 22 x 34 cm' },
      { description: 'Desk lamp', weight: '2.4 kg', dimensions: '20 x 25 x 45 cm' },
    ],
  },
  {
    receiverName: 'Café Husaren',
    receiverPhone: '+46 31 555 0163',
    shipTo: 'Haga Nygata 28, 413 01 Gothenburg',
    timeWindow: 'before 12:00',
    parcels: [
      { description: 'Coffee beans, 12 kg', weight: '12.3 kg', dimensions: '25 x 30 x 45 cm' },
      { description: 'Espresso cups, two boxes', weight: '3.6 kg', dimensions: '20 x 30 x 40 cm' },
      { description: 'Flour, organic', weight: '10.2 kg', dimensions: '15 x 30 x 40 cm' },
    ],
  },
  {
    receiverName: 'Omar Haddad',
    receiverPhone: '+46 31 555 0147',
    shipTo: 'Tredje Långgatan 9, 413 03 Gothenburg',
    parcels: [
      {
        description: 'Guitar strings',
        weight: '0.1 kg',
        dimensions: '2 x 12 x 12 cm',
        senderEmail: PEOPLE.shop.email,
        senderName: 'Harbour Books',
        payer: 'sender',
        fee: 5.9,
        cod: 24,
      },
    ],
  },
];

/** Delivered yesterday, paid at the door, and counted. */
export const PAID_STOP = {
  run: 'Majorna, yesterday',
  shipTo: 'Karl Johansgatan 17, 414 59 Gothenburg',
  parcel: {
    description: 'Sea charts, a set',
    weight: '1.8 kg',
    dimensions: '8 x 30 x 60 cm',
    receiverName: 'Greta Sand',
    senderEmail: PEOPLE.shop.email,
    senderName: 'Harbour Books',
    payer: 'sender',
    fee: 5.9,
    cod: 140,
  } satisfies DemoParcel,
};
export const COD_LIMIT = 500;

export type Movement = Pick<NewTransaction, 'type' | 'status' | 'summary'> & { hoursAgo: number; amount: number };

export const PAYOUT: Payout = {
  holder: 'Harbour Books AB',
  accountNumber: '8327 9411 5',
  bankName: 'Västkusten Bank',
  routingNumber: '026009593',
  iban: 'SE35 5000 0000 0549 1000 0003',
  bankCode: 'VKBASESG',
};

export const MOVEMENTS: Movement[] = [
  { hoursAgo: 720, type: 'deposit', status: 'successful', amount: 1200, summary: 'Opening deposit' },
  { hoursAgo: 340, type: 'fee', status: 'successful', amount: 62.5, summary: 'Storage, two weeks' },
  { hoursAgo: 96, type: 'deposit', status: 'successful', amount: 620, summary: 'Refund, framed print' },
  { hoursAgo: 71, type: 'withdrawal', status: 'failed', amount: 90, summary: 'Withdrawal, wrong IBAN' },
  { hoursAgo: 3, type: 'withdrawal', status: 'pending', amount: 300, summary: 'Withdrawal to savings' },
];

export const BANK_ACCOUNT = {
  accountName: 'Waybill Clearing',
  bankName: 'Harbour Bank',
  accountNumber: '5012 3344 9081',
  routingNumber: '021000021',
};

export const MESSAGE = {
  subject: 'About your kiln parts',
  body: 'Dear Elin,\n\nyour cartons wait in **Hall 4** until the duty is paid. We open at **7 in the morning**.\n\nInes Calder',
};

/** The brand's, which the demo's shop pays. */
export const RATES: (Pick<SaveRateInput, 'maxGrams' | 'country' | 'fee'> & { returnFee?: number; codFee?: number })[] =
  [
    { maxGrams: 2_000, country: 'Sweden', fee: 5.9, returnFee: 4.5, codFee: 2 },
    { maxGrams: 10_000, country: 'Sweden', fee: 9.4, returnFee: 7.9 },
    { maxGrams: 2_000, fee: 12.5 },
  ];

export const RETURNS: ReturnRules = { mode: 'on', days: 30, payer: 'shop', perShipment: 1 };

/** They are on the days to come; the last is moved into today’s run. */
export const PICKUPS = [
  { from: '16:00', until: '17:00', parcels: 8, note: 'At the back door' },
  { from: '09:00', until: '11:00', parcels: 3 },
  { from: '16:00', until: '17:00', parcels: 3, note: 'Ask at the counter' },
];
export const PICKUP_DAYS: PickupDays = { weekdays: [1, 4], from: '15:00', until: '16:00', parcels: 5 };

/** The receiver at the last stop chose this. */
export const CHOICE = { kind: 'note', text: 'Ring at the yard door, the bell at the front is broken' } as const;

const BOOK = { lengthMm: '240', widthMm: '170', heightMm: '60' };

/** What the shop has sent: all but the last is on its statement. */
export const SOLD = [
  { description: 'Poems, three volumes', receiverName: 'Nora Lund', line1: 'Storgatan 5', postcode: '411 24' },
  { description: 'Songbook', receiverName: 'Emil Rask', line1: 'Kungsgatan 44', postcode: '411 15' },
  { description: 'Bird guide', receiverName: 'Vera Dahl', line1: 'Viktoriagatan 3', postcode: '411 25', cod: 40 },
].map((parcel, index) => ({
  ...textsOf({}),
  reference: `#203${index}`,
  receiverEmail: 'front.desk@example.com',
  receiverPhone: '+46 31 555 0120',
  line2: '',
  city: 'Gothenburg',
  country: 'Sweden',
  weightG: 900,
  lengthMm: 240,
  widthMm: 170,
  heightMm: 60,
  parcels: 1,
  value: 40,
  service: 'Package' as const,
  ...parcel,
}));

export const DRAFTS: DraftFields[] = [
  {
    reference: '#2041',
    receiverName: 'Elin Strand',
    receiverEmail: PEOPLE.customer.email,
    receiverPhone: PLACE.phone,
    line1: 'Linnégatan 8',
    postcode: '413 04',
    city: 'Gothenburg',
    country: 'Sweden',
    description: 'Two novels',
    weightG: '850',
    ...BOOK,
  },
  {
    reference: '#2042',
    receiverName: 'Aino Salmi',
    receiverEmail: 'aino.salmi@example.com',
    receiverPhone: '+358 9 555 0134',
    line1: 'Fredrikinkatu 20',
    postcode: '00120',
    city: 'Helsinki',
    country: 'Finland',
    description: 'Atlas of the Baltic Sea',
    weightG: '1900',
    ...BOOK,
  },
  {
    reference: '#2043',
    receiverName: 'Karl Holm',
    receiverEmail: 'karl.holm@example.com',
    receiverPhone: '+46 40 555 0171',
    line1: 'Södergatan 12',
    postcode: '211 34',
    city: 'Malmö',
    country: 'Sweden',
    description: 'Encyclopedia, volumes 1 to 6',
    weightG: '7400',
    lengthMm: '400',
    widthMm: '300',
    heightMm: '200',
  },
  {
    reference: '#2044',
    receiverName: 'Maja Lind',
    receiverEmail: 'maja.lind@example.com',
    line1: 'Kungsgatan 1',
    postcode: '411 19',
    city: 'Gothenburg',
    country: 'Sweden',
    description: 'Cookbook',
    ...BOOK,
  },
];
