import { and, desc, isNull, or, type SQL, sql } from 'drizzle-orm';
import { formatChoice } from '../../src/domain/choices.ts';
import { groupRows } from '../../src/domain/group-rows.ts';
import type { Party } from '../../src/domain/shipment.ts';
import { type Contact, type FindContacts, type FindReceivers, MAX_CONTACTS } from '../../src/domain/shops/contact.ts';
import { RECEIVER_NAME_TEXT, SENDER_NAME_TEXT, shipments } from '../base/database/tables/shipments.ts';
import { users } from '../base/database/tables/users.ts';
import { anyOf } from '../base/sql/lists.ts';
import { beginsName, matchesParty } from '../base/sql/text-search.ts';
import { doorChoicesIn, listDoorChoices } from '../choices/answers/list-door-choices.ts';
import { listChoices } from '../choices/store/choices.ts';
import type { Services } from '../context/context.ts';
import { searchIds } from './list-shipments.ts';
import type { ShipmentRow } from './store/shipments.ts';

/** Of a name that is everybody’s the newest are enough. */
const READ_SHIPMENTS = 200;

/** For the desk, with what the receiver’s profile asks of couriers. */
export async function findContacts(services: Services, { party, q }: FindContacts): Promise<Contact[]> {
  const { db, environment } = services;
  const name = party === 'sender' ? SENDER_NAME_TEXT : RECEIVER_NAME_TEXT;
  // A shop’s own name would hide the receivers of that name behind its latest parcels.
  const named = sql`${shipments.id} in (select id from shipments
    where ${and(isNull(shipments.deletedAt), beginsName(name, q))} order by ${name} using ~<~ limit ${READ_SHIPMENTS})`;
  const rows = await readParties(services, { q }, { party, q }, named);
  const asked = party === 'receiver' ? await listDoorChoices(db, environment, idsOf(rows)) : new Map();
  return rows.map((row) => contactOf(row, party, (asked.get(row.id) ?? []).map(formatChoice)));
}

/** For a shop: those that it has sent to. What a receiver’s profile says is the courier’s alone. */
export async function findReceivers(services: Services, shopId: string, { q }: FindReceivers): Promise<Contact[]> {
  const filter = { ownerId: shopId, relation: 'sender', q } as const;
  const rows = await readParties(services, filter, { party: 'receiver', q });
  const choices = groupRows(await listChoices(services.db, idsOf(rows)), ({ shipmentId }) => shipmentId);
  return rows.map((row) => contactOf(row, 'receiver', doorChoicesIn(choices.get(row.id) ?? []).map(formatChoice)));
}

const idsOf = (rows: readonly ShipmentRow[]) => rows.map(({ id }) => id);

/** Returns the newest shipment of each party. */
async function readParties(
  { db, secrets }: Services,
  filter: Parameters<typeof searchIds>[1],
  { party, q }: FindContacts,
  others?: SQL,
): Promise<ShipmentRow[]> {
  const { ids } = await searchIds(db, filter, { limit: READ_SHIPMENTS, offset: 0 });
  const rows = await db
    .select()
    .from(shipments)
    .where(and(isNull(shipments.deletedAt), or(anyOf(shipments.id, ids), others), matchesParty(q, party)))
    .orderBy(desc(shipments.createdAt), desc(shipments.id));
  const newest = new Map<string, ShipmentRow>();
  for (const row of rows) {
    const { name, email, phone, shipTo } = contactOf(row, party, []);
    const key = [name, email, phone.replace(/\D/g, ''), shipTo].join('\n').toLowerCase();
    if (!newest.has(key)) newest.set(key, row);
  }
  const parties = [...newest.values()];
  return (await withoutErased({ db, secrets }, parties, party)).slice(0, MAX_CONTACTS);
}

/** Shipments keep the names of people who had their account erased. Nobody is reminded of them. */
async function withoutErased(
  { db, secrets }: Pick<Services, 'db' | 'secrets'>,
  rows: readonly ShipmentRow[],
  party: Party,
): Promise<ShipmentRow[]> {
  const hashOf = (row: ShipmentRow) => secrets.hashAddress(row[`${party}Email`]);
  const erased = await db
    .select({ hash: users.erasedEmailHash, at: users.deletedAt })
    .from(users)
    .where(anyOf(users.erasedEmailHash, rows.map(hashOf)));
  return rows.filter((row) => {
    const hash = hashOf(row);
    return erased.every(({ hash: other, at }) => !other?.equals(hash) || (at !== null && at < row.createdAt));
  });
}

function contactOf(row: ShipmentRow, party: Party, asked: string[]): Contact {
  const { id } = row;
  if (party === 'sender') {
    const { senderName: name, senderEmail: email, senderPhone: phone, senderCountry: country } = row;
    return { id, name, email, phone, country, shipTo: '', asked };
  }
  const { receiverName: name, receiverEmail: email, receiverPhone: phone, receiverCountry: country, shipTo } = row;
  return { id, name, email, phone, country, shipTo, ...(row.address && { address: row.address }), asked };
}
