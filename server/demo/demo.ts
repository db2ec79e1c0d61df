import { subHours } from 'date-fns/subHours';
import { and, eq } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { dayIn } from '../../src/domain/dates.ts';
import { shiftDay } from '../../src/domain/day.ts';
import type { PrintedDocument } from '../../src/domain/labels/printing.ts';
import { isPayable, toCents } from '../../src/domain/money.ts';
import type { CreateRun, RunVersion } from '../../src/domain/runs/manage.ts';
import type { CreateShipment } from '../../src/domain/shipment.ts';
import { textsOf } from '../../src/domain/shipment-texts.ts';
import type { Transaction } from '../base/database/client.ts';
import { activities } from '../base/database/tables/activities.ts';
import { bills } from '../base/database/tables/bills.ts';
import { runs, runTasks } from '../base/database/tables/runs.ts';
import { shipments } from '../base/database/tables/shipments.ts';
import { transactions } from '../base/database/tables/transactions.ts';
import { UserError } from '../base/errors/errors.ts';
import { hashPassword } from '../base/secrets/passwords.ts';
import { addBill } from '../bills/manage-bills.ts';
import { makeChoice } from '../choices/make-choice.ts';
import { setCod } from '../cod/cod-terms.ts';
import { countCash } from '../cod/count-cash.ts';
import type { Services } from '../context/context.ts';
import { inUnitOfWork, type UnitOfWork } from '../context/unit-of-work.ts';
import { recordPrints } from '../labels/record-prints.ts';
import { postTransaction } from '../ledger/change-ledger.ts';
import { saveFallbackBankAccount } from '../ledger/manage-bank-accounts.ts';
import { addTransaction } from '../ledger/transactions/add-transaction.ts';
import { sendMessage } from '../mail/send-message.ts';
import { markMailAttempt } from '../mail/store/mail-deliveries.ts';
import { insertMails } from '../mail/store/mails.ts';
import { saveDraft } from '../orders/manage-drafts.ts';
import { hasUsers, insertUser } from '../people/store/users.ts';
import { createPickup } from '../pickups/manage-pickups.ts';
import { planCollection } from '../pickups/plan-collection.ts';
import { savePickupDays } from '../pickups/regular-days.ts';
import { saveRate } from '../prices/manage-rates.ts';
import { saveReturns } from '../returns/ask-return.ts';
import { collectReturn } from '../returns/collect-return.ts';
import { createOwnReturn } from '../returns/create-return.ts';
import { listCollectionDays } from '../returns/terms.ts';
import { createRun } from '../runs/fill-run.ts';
import { releaseRun } from '../runs/manage-run.ts';
import { reportClose, reportLoad, reportStart } from '../runs/report-run.ts';
import { reportVisit } from '../runs/report-visit.ts';
import { listTasksOfRun } from '../runs/store/run-tasks.ts';
import { createShipment } from '../shipments/create-shipment.ts';
import { updateShipment } from '../shipments/update-shipment.ts';
import { createOwnShipments } from '../shops/create-own-shipment.ts';
import { issueStatement } from '../statements/issue-statements.ts';
import { addActivity } from '../timeline/add-activity.ts';
import { storeDemoImages } from './demo-drawings.ts';
import {
  BANK_ACCOUNT,
  CHOICE,
  COD_LIMIT,
  CREATED_HOURS_AGO,
  DEMO_STOPS,
  DRAFTS,
  MESSAGE,
  MOVEMENTS,
  type Movement,
  PAID_STOP,
  PASSWORD,
  PAYOUT,
  PEOPLE,
  PICKUP_DAYS,
  PICKUPS,
  PLACE,
  RATES,
  RETURNS,
  RUN_NAME,
  SOLD,
  STORIES,
  type Story,
} from './demo-stories.ts';

export interface DemoSignIn {
  role: keyof typeof PEOPLE;
  email: string;
  password: string;
  trackingIds: string[];
}

/** Fills an empty database; null if it has users: demo data never mixes with real data. */
export async function seedDemoData(
  services: Services,
  log: (message: string) => void = () => undefined,
): Promise<DemoSignIn[] | null> {
  if (await hasUsers(services.db)) return null;
  log('Adding demo data …');
  const passwordHash = await hashPassword(PASSWORD);
  // A full disk, or a bucket that is away: the demo is worth having without pictures.
  const drawings = await storeDemoImages(services.images, 3).catch((error: Error) => {
    log(`The demo has no pictures: ${error.message}`);
    return [];
  });
  const manager = { id: uuidv7() };
  const order = { services, actor: manager, procedure: 'demo data' as const, requestId: 'demo' };
  return inUnitOfWork(order, async (unit) => {
    await insertUser(unit.tx, { ...manager, ...PLACE, ...PEOPLE.manager, passwordHash });
    const customerId = await insertUser(unit.tx, { ...PLACE, ...PEOPLE.customer, passwordHash });
    for (const person of [PEOPLE.unverified, PEOPLE.dispatcher, PEOPLE.accountant])
      await insertUser(unit.tx, { ...PLACE, ...person, passwordHash });
    const courierId = await insertUser(unit.tx, { ...PLACE, ...PEOPLE.courier, passwordHash });
    const shopId = await insertUser(unit.tx, { ...PLACE, ...PEOPLE.shop, passwordHash });
    await saveFallbackBankAccount(unit, BANK_ACCOUNT);
    for (const movement of MOVEMENTS) await moveMoney(unit, customerId, movement);
    const trackingIds: string[] = [];
    for (const [index, { parcel, stops, bill, pictures = 0 }] of STORIES.entries()) {
      const { id, trackingId } = await createShipment(unit, {
        ...parcelInput(unit, parcel, index),
        images: drawings.slice(0, pictures),
      });
      await backdate(unit.tx, id, subHours(new Date(), CREATED_HOURS_AGO - index));
      if (stops.some(([, status]) => status)) await print(unit, [id], 'labels', CREATED_HOURS_AGO - index - 1);
      for (const [hoursAgo, status, comment = '', address = '', receivedHoursAgo = hoursAgo] of stops) {
        const done = subHours(new Date(), hoursAgo);
        const occurredAt = done.toISOString();
        if (status) await updateShipment(unit, { id, status, occurredAt });
        else await addActivity(unit, { id, comment, address, occurredAt });
        await unit.tx
          .update(activities)
          .set({ createdAt: subHours(new Date(), receivedHoursAgo) })
          .where(and(eq(activities.shipmentId, id), eq(activities.occurredAt, done)));
      }
      if (bill) {
        const { hoursAgo, ...fields } = bill;
        const billId = await addBill(unit, {
          userId: customerId,
          trackingId,
          ...fields,
          amount: payable(unit, fields.amount),
        });
        const createdAt = subHours(new Date(), hoursAgo);
        await unit.tx.update(bills).set({ createdAt }).where(eq(bills.id, billId));
        trackingIds.unshift(trackingId);
      } else trackingIds.push(trackingId);
    }
    await openShop(unit, shopId);
    const delivered = await closeMoney(unit, shopId, courierId);
    const run = await planRun(unit, courierId);
    await planPickups(unit, shopId, run.id);
    const last = (await listTasksOfRun(unit.tx, run.id)).at(-1);
    await receive(unit, shopId, { delivered, expected: last?.shipmentId ?? '' });
    await sendMessage(unit, { receiver: PEOPLE.customer.email, ...MESSAGE });
    await insertFailedMail(unit, 'elin.strand@mail.example.org');
    return (['manager', 'dispatcher', 'accountant', 'customer', 'courier', 'shop', 'unverified'] as const).map(
      (role) => ({
        role,
        email: PEOPLE[role].email,
        password: PASSWORD,
        trackingIds: role === 'customer' ? trackingIds : [],
      }),
    );
  });
}

async function planRun(unit: UnitOfWork, courierId: string): Promise<RunVersion> {
  const parcels = DEMO_STOPS.flatMap(({ parcels, ...door }) => parcels.map((parcel) => ({ ...parcel, ...door })));
  const run = await createDemoRun(unit, { day: 'today', name: RUN_NAME, courierId }, parcels);
  return releaseRun(unit, run);
}

async function createDemoRun(unit: UnitOfWork, run: Omit<CreateRun, 'shipmentIds'>, parcels: Story['parcel'][]) {
  const shipmentIds: string[] = [];
  for (const parcel of parcels) {
    const input = parcelInput(unit, { receiverEmail: 'front.desk@example.com', ...parcel }, 0);
    const { id } = await createShipment(unit, input);
    shipmentIds.push(id);
    await backdate(unit.tx, id, subHours(new Date(), 30));
    await updateShipment(unit, { id, status: 'shipped', occurredAt: subHours(new Date(), 26).toISOString() });
  }
  await print(unit, shipmentIds, 'labels', 27);
  await print(unit, shipmentIds, 'run-sheet', 26);
  return createRun(unit, { ...run, shipmentIds });
}

/** Closes yesterday's money: what was paid at the door is counted, and on the shop’s statement with its fees. */
async function closeMoney(unit: UnitOfWork, shopId: string, courierId: string): Promise<string> {
  const { run: name, shipTo, parcel } = PAID_STOP;
  const today = dayIn(unit.services.environment.TIME_ZONE, new Date());
  const run = await createDemoRun(unit, { day: shiftDay(today, -1), name, courierId }, [{ ...parcel, shipTo }]);
  const { version: runVersion } = run;
  // Released without the trail, which would say that it was today.
  const createdAt = subHours(new Date(), 26);
  await unit.tx.update(runs).set({ createdAt, status: 'released' }).where(eq(runs.id, run.id));
  await unit.tx.update(runTasks).set({ createdAt }).where(eq(runTasks.runId, run.id));
  const tasks = await listTasksOfRun(unit.tx, run.id);
  const taskIds = tasks.map(({ id }) => id);
  const courier = { ...unit, actor: { id: courierId } };
  const fact = (hoursAgo: number) => ({
    id: uuidv7(),
    runVersion,
    occurredAt: subHours(new Date(), hoursAgo).toISOString(),
  });
  const amount = parcelInput(unit, parcel, 0).cod ?? 0;
  await reportLoad(courier, { ...fact(25), taskIds });
  await reportStart(courier, { ...fact(24), runId: run.id });
  await reportVisit(courier, {
    ...fact(23),
    stopId: tasks[0]?.stopId ?? '',
    recipient: parcel.receiverName,
    proofs: [],
    outcomes: taskIds.map((taskId) => ({ taskId, result: 'delivered', method: 'recipient' })),
    payments: taskIds.map((taskId) => ({ taskId, method: 'cash', amount })),
  });
  await reportClose(courier, { ...fact(22), runId: run.id, cash: amount });
  const counted = { cash: amount, card: 0 };
  await countCash(unit, { runId: run.id, seen: counted, ...counted });
  const last = SOLD.at(-1);
  const shipmentIds = await sell(unit, shopId, SOLD.slice(0, -1));
  await issueStatement(unit, shopId, shiftDay(today, 1));
  await print(unit, [...shipmentIds, ...(await sell(unit, shopId, last ? [last] : []))], 'labels', 1);
  return tasks[0]?.shipmentId ?? '';
}

async function sell(unit: UnitOfWork, shopId: string, parcels: typeof SOLD): Promise<string[]> {
  const made = await createOwnShipments({ ...unit, actor: { id: shopId } }, shopId, parcels, {});
  const ids = [...made.values()].flatMap((one) => (one instanceof UserError ? [] : one.id));
  for (const id of ids) await backdate(unit.tx, id, subHours(new Date(), 2));
  return ids;
}

async function openShop(unit: UnitOfWork, shopId: string): Promise<void> {
  for (const rate of RATES) {
    const { fee, returnFee = null, codFee = null } = rate;
    const fees = { fee: payable(unit, fee), returnFee: returnFee && payable(unit, returnFee), codFee };
    await saveRate(unit, { userId: null, country: null, postcode: '', ...rate, ...fees });
  }
  await saveReturns(unit, shopId, RETURNS);
  await setCod(unit, { userId: shopId, limit: COD_LIMIT });
  for (const fields of DRAFTS) await saveDraft(unit, shopId, { fields });
}

async function planPickups(unit: UnitOfWork, shopId: string, runId: string): Promise<void> {
  const pickups: { id: string }[] = [];
  for (const [index, day] of listCollectionDays(unit.services.environment).entries()) {
    const pickup = PICKUPS[index];
    if (pickup) pickups.push(await createPickup(unit, shopId, { ...pickup, day }));
  }
  const last = pickups.at(-1);
  if (last) await planCollection(unit, { id: last.id, runId });
  await savePickupDays(unit, shopId, PICKUP_DAYS);
}

async function receive(unit: UnitOfWork, shopId: string, ids: { delivered: string; expected: string }): Promise<void> {
  const services = { ...unit.services, writes: unit.tx };
  const receiver = { services, userId: null, requestId: unit.requestId };
  const choice = { name: '', ...CHOICE, id: ids.expected, choiceId: uuidv7() };
  await makeChoice({ ...receiver, partyOf: () => 'receiver' }, choice);
  const { id } = await createOwnReturn(unit, shopId, { id: ids.delivered });
  await backdate(unit.tx, id, subHours(new Date(), 3));
  const [day] = listCollectionDays(services.environment);
  const [window] = services.environment.RETURN_WINDOWS;
  if (day && window) await collectReturn({ ...receiver, isTheirs: () => true }, { id, day, from: window.from });
}

async function print(unit: UnitOfWork, ids: string[], document: PrintedDocument, hoursAgo: number): Promise<void> {
  const at = subHours(new Date(), hoursAgo);
  if (unit.actor) await recordPrints(unit, { ids, userId: unit.actor.id, document, at });
}

async function moveMoney(unit: UnitOfWork, userId: string, { hoursAgo, type, ...movement }: Movement): Promise<void> {
  const { amount, ...rest } = { ...movement, amount: payable(unit, movement.amount) };
  const id =
    type === 'withdrawal'
      ? await postTransaction(unit, { userId, type, amountCents: toCents(amount), payout: PAYOUT, ...rest })
      : (await addTransaction(unit, type, { userId, amount, ...rest })).id;
  const createdAt = subHours(new Date(), hoursAgo);
  await unit.tx.update(transactions).set({ createdAt }).where(eq(transactions.id, id));
}

async function insertFailedMail({ tx }: UnitOfWork, receiver: string): Promise<void> {
  const [mailId = ''] = await insertMails(
    tx,
    [{ kind: 'message', receiver, about: MESSAGE, isHeld: false, digestAt: null }],
    {
      senderId: null,
      isBatch: false,
    },
  );
  const reason = 'The mail server replied: 550 5.1.1 No such user here';
  await markMailAttempt(tx, { mailId, number: 1 }, { reason, rejected: [mailId] });
}

/** Some currencies have no decimals. */
const payable = ({ services }: UnitOfWork, amount: number) =>
  isPayable(amount, services.environment.CURRENCY) ? amount : Math.round(amount);

function parcelInput(unit: UnitOfWork, parcel: Story['parcel'], index: number): CreateShipment {
  const customer = { Name: 'Elin Strand', Email: PEOPLE.customer.email, Phone: PLACE.phone, Country: 'Sweden' };
  const other = {
    Name: 'Tomás Pereira',
    Email: 'tomas.pereira@example.com',
    Phone: '+351 222 010 417',
    Country: 'Portugal',
  };
  const [sender, receiver] = index % 2 === 0 ? [other, customer] : [customer, other];
  return {
    ...textsOf({}),
    service: 'Package',
    reference: `SO-${10_480 + index}`,
    parcels: index % 4 === 1 ? 3 : 1,
    value: 1840,
    fee: payable(unit, 212.5),
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
    ...(parcel.fee !== undefined && { fee: payable(unit, parcel.fee) }),
  };
}

async function backdate(tx: Transaction, id: string, createdAt: Date): Promise<void> {
  await tx.update(shipments).set({ createdAt }).where(eq(shipments.id, id));
  await tx.update(activities).set({ createdAt, occurredAt: createdAt }).where(eq(activities.shipmentId, id));
}
