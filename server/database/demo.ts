/**
 * Demo data for an empty embedded database: three people, and one shipment for each status with a history that reads
 * like one. Everything goes through the same operations that a manager's clicks go through.
 */
import { subHours } from 'date-fns/subHours';
import { eq } from 'drizzle-orm';
import { toCents } from '../../src/domain/money.ts';
import type { CreateShipment } from '../../src/domain/shipment.ts';
import type { ShipmentStatus } from '../../src/domain/shipment-status.ts';
import { hashPassword } from '../auth/passwords.ts';
import type { Services } from '../context.ts';
import { storeDemoImages } from '../images/demo-drawings.ts';
import { addActivity } from '../operations/add-activity.ts';
import { createShipment } from '../operations/create-shipment.ts';
import { postTransaction } from '../operations/post-transaction.ts';
import { updateShipment } from '../operations/update-shipment.ts';
import { insertBill } from '../stores/bills.ts';
import type { NewTransaction } from '../stores/transactions.ts';
import { hasUsers, insertUser } from '../stores/users.ts';
import { inUnitOfWork } from '../unit-of-work.ts';
import type { Transaction } from './client.ts';
import { activities, shipments } from './schema.ts';

export interface DemoSignIn {
  role: 'manager' | 'customer' | 'unverified';
  email: string;
  password: string;
  trackingIds: string[];
}

/** When the parcels were registered; each a little later than the one before. */
const CREATED_HOURS_AGO = 110;

const PASSWORD = 'parcels-in-transit';

const PEOPLE = {
  manager: { email: 'manager@example.com', firstName: 'Ines', lastName: 'Calder', verified: true, manager: true },
  customer: { email: 'customer@example.com', firstName: 'Elin', lastName: 'Strand', verified: true },
  unverified: { email: 'unverified@example.com', firstName: 'Jonas', lastName: 'Berg' },
} as const;

const PLACE = {
  phone: '+46 31 555 0192',
  dob: '1990-05-17',
  address: 'Linnégatan 8',
  city: 'Gothenburg',
  state: 'Västra Götaland',
  nationality: 'Sweden',
};

/** One stop of a parcel: hours ago, and either a new status or a further place. */
type Stop = [hoursAgo: number, status: ShipmentStatus | null, comment?: string, address?: string];

interface Story {
  parcel: Partial<CreateShipment> & { description: string };
  stops: Stop[];
  bill?: { amount: number; summary: string };
  /** How many of the drawings it shows. */
  pictures?: number;
}

const COLLECTED: Stop = [94, null, 'Parcel received at counter', 'Rua do Almada 41, Porto, Portugal'];
const SHIPPED: Stop[] = [
  [70, 'shipped'],
  [69, null, 'Left the sorting centre', 'Maia, Porto, Portugal'],
  [40, null, 'Arrived at transit hub', 'Bremen Airport, Germany'],
];

const STORIES: Story[] = [
  { parcel: { description: 'Seed potatoes, 3 sacks', service: 'Package' }, stops: [COLLECTED] },
  {
    parcel: { description: 'Framed print, 60 x 90 cm', service: 'Special Cargo' },
    stops: [COLLECTED, ...SHIPPED],
    pictures: 1,
  },
  {
    parcel: { description: 'Bicycle frame', service: 'Package' },
    stops: [COLLECTED, ...SHIPPED, [6, 'delivery'], [5, null, 'On the van for today', 'Mölndal depot, Sweden']],
  },
  {
    parcel: { description: 'Ceramic kiln parts, 2 cartons', service: 'Special Cargo' },
    stops: [
      COLLECTED,
      ...SHIPPED,
      [20, 'held'],
      [19, null, 'Waiting for duty payment', 'Gothenburg terminal, Hall 4, Sweden'],
    ],
    bill: { amount: 148.2, summary: 'Import duty and handling' },
    pictures: 3,
  },
  {
    parcel: { description: 'Winter tyres, set of four', service: 'Freight Fowarding' },
    stops: [
      COLLECTED,
      ...SHIPPED,
      [26, 'delivery'],
      [22, null, 'Handed over to the receiver', 'Linnégatan 8, Gothenburg, Sweden'],
      [22, 'delivered'],
    ],
  },
  {
    parcel: { description: 'Office chairs, pallet', service: 'Full Truck Load' },
    stops: [COLLECTED, [60, 'cancelled']],
  },
  {
    parcel: { description: 'Antique mirror', service: 'Warehousing & Storage' },
    stops: [COLLECTED, ...SHIPPED, [12, 'failed'], [12, null, 'Damaged in transit', 'Bremen Airport, Germany']],
  },
];

type Movement = Pick<NewTransaction, 'type' | 'status' | 'summary'> & { amount: number };

/** What has moved on the customer's account, oldest first. */
const MOVEMENTS: Movement[] = [
  { type: 'deposit', status: 'successful', amount: 1200, summary: 'Opening deposit' },
  { type: 'fee', status: 'successful', amount: 62.5, summary: 'Storage, two weeks' },
  { type: 'deposit', status: 'successful', amount: 620, summary: 'Refund, framed print' },
  { type: 'withdrawal', status: 'failed', amount: 90, summary: 'Withdrawal, wrong IBAN' },
  { type: 'withdrawal', status: 'pending', amount: 300, summary: 'Withdrawal to savings' },
];

/** Fills an empty database. Null where there is anything in it already: demo data never mixes with real data. */
export async function seedDemoData(services: Services): Promise<DemoSignIn[] | null> {
  if (await hasUsers(services.db)) return null;
  const passwordHash = await hashPassword(PASSWORD);
  const drawings = await storeDemoImages(services.images, 3);
  const order = { services, actor: null, procedure: 'demo data', requestId: 'demo' };
  return inUnitOfWork(order, async (unit) => {
    const managerId = await insertUser(unit.tx, { ...PLACE, ...PEOPLE.manager, passwordHash });
    const customerId = await insertUser(unit.tx, { ...PLACE, ...PEOPLE.customer, passwordHash });
    await insertUser(unit.tx, { ...PLACE, ...PEOPLE.unverified, passwordHash });
    const asManager = { ...unit, actor: { id: managerId } };
    for (const { amount, ...movement } of MOVEMENTS) {
      await postTransaction(asManager, { userId: customerId, amountCents: toCents(amount), ...movement });
    }
    const trackingIds: string[] = [];
    for (const [index, { parcel, stops, bill, pictures = 0 }] of STORIES.entries()) {
      const { id, trackingId } = await createShipment(asManager, {
        ...parcelOf(parcel, index),
        images: drawings.slice(0, pictures),
      });
      await backdate(unit.tx, id, subHours(new Date(), CREATED_HOURS_AGO - index));
      for (const [hoursAgo, status, comment = '', address = ''] of stops) {
        const occurredAt = subHours(new Date(), hoursAgo).toISOString();
        if (status) await updateShipment(asManager, { id, status, occurredAt });
        else await addActivity(asManager, { id, comment, address, occurredAt });
      }
      if (bill) {
        await insertBill(unit.tx, {
          userId: customerId,
          shipmentId: id,
          amountCents: toCents(bill.amount),
          summary: bill.summary,
        });
        trackingIds.unshift(trackingId);
      } else trackingIds.push(trackingId);
    }
    return (['manager', 'customer', 'unverified'] as const).map((role) => ({
      role,
      email: PEOPLE[role].email,
      password: PASSWORD,
      trackingIds: role === 'customer' ? trackingIds : [],
    }));
  });
}

/** Every second parcel is the customer's own, the others come to them. */
function parcelOf(parcel: Story['parcel'], index: number): CreateShipment {
  const customer = { Name: 'Elin Strand', Email: PEOPLE.customer.email, Phone: PLACE.phone, Country: 'Sweden' };
  const other = {
    Name: 'Tomás Pereira',
    Email: 'tomas.pereira@example.com',
    Phone: '+351 222 010 417',
    Country: 'Portugal',
  };
  const [sender, receiver] = index % 2 === 0 ? [other, customer] : [customer, other];
  return {
    service: 'Package',
    dimensions: '12 x 55in',
    weight: '31.4 kg',
    value: 1840,
    fee: 212.5,
    payer: 'receiver',
    shipTo: index % 2 === 0 ? 'Linnégatan 8, 413 04 Gothenburg' : 'Rua do Almada 41, 4050-030 Porto',
    shipDate: subHours(new Date(), 94).toISOString(),
    senderName: sender.Name,
    senderEmail: sender.Email,
    senderPhone: sender.Phone,
    senderCountry: sender.Country,
    receiverName: receiver.Name,
    receiverEmail: receiver.Email,
    receiverPhone: receiver.Phone,
    receiverCountry: receiver.Country,
    images: [],
    ...parcel,
  };
}

/** Moves a parcel's registration into the past, where its story begins. */
async function backdate(tx: Transaction, id: string, createdAt: Date): Promise<void> {
  await tx.update(shipments).set({ createdAt }).where(eq(shipments.id, id));
  await tx.update(activities).set({ createdAt, occurredAt: createdAt }).where(eq(activities.shipmentId, id));
}
