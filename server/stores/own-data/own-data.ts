/** What belongs to an account, in portions: one may have a hundred thousand shipments. */
import { and, asc, desc, eq, gt, gte, inArray, isNull, lte, or, type SQL } from 'drizzle-orm';
import type { Executor } from '../../database/client.ts';
import { activities } from '../../database/tables/activities.ts';
import { auditEntries } from '../../database/tables/audit.ts';
import { mails } from '../../database/tables/mails.ts';
import { pushDevices } from '../../database/tables/push.ts';
import { runs } from '../../database/tables/runs.ts';
import { knownDevices, sessions } from '../../database/tables/sessions.ts';
import { shipments } from '../../database/tables/shipments.ts';
import { emailChanges } from '../../database/tables/users.ts';
import { isActive } from '../auth/sessions.ts';
import type { ShipmentRow } from '../shipments/shipments.ts';

const BATCH_SIZE = 500;

/** Rows by id, a batch at a time. */
async function* readBatches<Row extends { id: string }>(
  read: (after: SQL | undefined, limit: number) => Promise<Row[]>,
  id: Parameters<typeof gt>[0],
): AsyncGenerator<Row[]> {
  for (let last: string | null = null; ; ) {
    const rows = await read(last === null ? undefined : gt(id, last), BATCH_SIZE);
    if (rows.length > 0) yield rows;
    if (rows.length < BATCH_SIZE) return;
    last = rows.at(-1)?.id ?? null;
  }
}

/** Reads the shipments that a user is linked to. */
export async function* readLinkedShipments(executor: Executor, userId: string): AsyncGenerator<ShipmentRow[]> {
  const isTheirs = and(
    or(eq(shipments.senderId, userId), eq(shipments.receiverId, userId)),
    isNull(shipments.deletedAt),
  );
  // At once: no index has both sides in order.
  const found = await executor.select({ id: shipments.id }).from(shipments).where(isTheirs).orderBy(shipments.id);
  for (let start = 0; start < found.length; start += BATCH_SIZE) {
    const ids = found.slice(start, start + BATCH_SIZE).map(({ id }) => id);
    yield await executor
      .select()
      .from(shipments)
      .where(and(inArray(shipments.id, ids), isTheirs))
      .orderBy(shipments.id);
  }
}

/** Lists the entries of these shipments in order. */
export function listActivityOf(executor: Executor, shipmentIds: readonly string[]) {
  return executor
    .select({
      trackingId: shipments.trackingId,
      occurredAt: activities.occurredAt,
      status: activities.status,
      comment: activities.comment,
      address: activities.address,
    })
    .from(activities)
    .innerJoin(shipments, eq(shipments.id, activities.shipmentId))
    .where(inArray(activities.shipmentId, [...shipmentIds]))
    .orderBy(asc(activities.shipmentId), asc(activities.occurredAt), asc(activities.createdAt), asc(activities.id));
}

/** When an account had an address: somebody else may have had it before, or have it now. */
interface Tenure {
  email: string;
  from: Date;
  /** Null until now. */
  to: Date | null;
}

async function listTenures(
  executor: Executor,
  { id, email, createdAt }: { id: string; email: string; createdAt: Date },
): Promise<Tenure[]> {
  const changes = await executor
    .select({ email: emailChanges.fromEmail, to: emailChanges.confirmedAt })
    .from(emailChanges)
    .where(and(eq(emailChanges.userId, id), eq(emailChanges.state, 'confirmed')))
    .orderBy(emailChanges.confirmedAt);
  return [...changes, { email, to: null }].map((tenure, index) => ({
    ...tenure,
    from: changes[index - 1]?.to ?? createdAt,
  }));
}

/** Reads the emails to a user at each of their addresses. Secrets are masked. */
export async function* readMailsTo(executor: Executor, user: { id: string; email: string; createdAt: Date }) {
  const tenures = await listTenures(executor, user);
  const isTheirs = or(
    ...tenures.map(({ email, from, to }) =>
      and(eq(mails.receiver, email), gte(mails.createdAt, from), to ? lte(mails.createdAt, to) : undefined),
    ),
  );
  yield* readBatches(
    (after, limit) =>
      executor
        .select({
          id: mails.id,
          createdAt: mails.createdAt,
          kind: mails.kind,
          receiver: mails.receiver,
          state: mails.state,
          sentAt: mails.sentAt,
          subject: mails.sentSubject,
          text: mails.sentText,
        })
        .from(mails)
        .where(and(isTheirs, after))
        .orderBy(mails.id)
        .limit(limit),
    mails.id,
  );
}

/** Reads the history of an account. */
export function readHistoryOf(executor: Executor, userId: string) {
  return readBatches(
    (after, limit) =>
      executor
        .select({
          id: auditEntries.id,
          createdAt: auditEntries.createdAt,
          actorId: auditEntries.actorId,
          procedure: auditEntries.procedure,
          entity: auditEntries.entity,
          before: auditEntries.before,
          after: auditEntries.after,
        })
        .from(auditEntries)
        .where(and(eq(auditEntries.userId, userId), after))
        .orderBy(auditEntries.id)
        .limit(limit),
    auditEntries.id,
  );
}

/** Lists the devices that a user has logged in on. */
export function listKnownDevices(executor: Executor, userId: string) {
  return executor
    .select({ firstSeenAt: knownDevices.createdAt, lastSeenAt: knownDevices.lastSeenAt })
    .from(knownDevices)
    .where(eq(knownDevices.userId, userId))
    .orderBy(desc(knownDevices.lastSeenAt));
}

/** Lists a user's changes of address. */
export function listEmailChanges(executor: Executor, userId: string) {
  return executor
    .select({
      createdAt: emailChanges.createdAt,
      from: emailChanges.fromEmail,
      to: emailChanges.toEmail,
      state: emailChanges.state,
      confirmedAt: emailChanges.confirmedAt,
    })
    .from(emailChanges)
    .where(eq(emailChanges.userId, userId))
    .orderBy(emailChanges.id);
}

/** Lists where a user gets pushes. */
export function listPushDevicesOf(executor: Executor, userId: string) {
  return executor
    .select({ createdAt: pushDevices.createdAt, allOwn: pushDevices.allOwn, endpoint: pushDevices.endpoint })
    .from(pushDevices)
    .innerJoin(sessions, eq(sessions.id, pushDevices.sessionId))
    .where(and(eq(sessions.userId, userId), isActive()))
    .orderBy(pushDevices.id);
}

/** Lists the runs of a courier. */
export function listRunsOf(executor: Executor, courierId: string) {
  return executor
    .select({
      day: runs.day,
      name: runs.name,
      status: runs.status,
      startedAt: runs.startedAt,
      closedAt: runs.closedAt,
    })
    .from(runs)
    .where(eq(runs.courierId, courierId))
    .orderBy(runs.id);
}
