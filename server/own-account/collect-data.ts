import { and, asc, eq, getTableColumns, gt, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { fromCents } from '../../src/domain/money.ts';
import type { Executor } from '../base/database/client.ts';
import { activities } from '../base/database/tables/activities.ts';
import { mails } from '../base/database/tables/mails.ts';
import { shipments } from '../base/database/tables/shipments.ts';
import { emailChanges } from '../base/database/tables/users.ts';
import { anyOf, inBatches } from '../base/sql/lists.ts';
import type { Services } from '../context/context.ts';
import { findManagedUser } from '../people/store/users.ts';
import type { Row } from './store/own-data.ts';
import { PERSONAL_TABLES, type PersonalTable } from './store/personal-tables.ts';

export interface Collection {
  name: string;
  about: string;
  columns: readonly string[];
  rows(): AsyncIterable<readonly Row[]>;
}

const BATCH_SIZE = 500;

function columnsOf({ table, withheld, instead }: PersonalTable, userId: string): Record<string, AnyPgColumn | SQL> {
  const given = Object.entries(getTableColumns(table)).filter(([name]) => !(name in withheld));
  return { ...instead(userId), ...Object.fromEntries(given) };
}

const isCents = (name: string) => name.endsWith('Cents');

const givenName = (name: string) => (isCents(name) ? name.slice(0, -'Cents'.length) : name);

/** Lists the columns of the person's file, which has amounts instead of cents. */
export const listGivenColumns = (personal: PersonalTable): string[] =>
  Object.keys(columnsOf(personal, '')).map(givenName);

const toGiven = ({ cursor, ...row }: Row): Row =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      givenName(name),
      isCents(name) && value !== null ? fromCents(value as bigint) : value,
    ]),
  );

async function* readPersonalRows(
  executor: Executor,
  personal: PersonalTable,
  user: { id: string; email: string; createdAt: Date },
): AsyncGenerator<Row[]> {
  const { table } = personal;
  if (table === activities || table === shipments) return yield* readOfShipments(executor, personal, user.id);
  const isTheirs = table === mails ? await sentTo(executor, user) : personal.isTheirs(user.id);
  const { id }: Record<string, AnyPgColumn | undefined> = getTableColumns(table);
  const columns = columnsOf(personal, user.id);
  if (!id) {
    // A few rows of an account.
    const rows = await executor.select(columns).from(table).where(isTheirs);
    return yield rows.map(toGiven);
  }
  for (let last: unknown = null; ; ) {
    const rows: Row[] = await executor
      .select({ ...columns, cursor: id })
      .from(table)
      .where(and(isTheirs, last === null ? undefined : gt(id, last)))
      .orderBy(asc(id))
      .limit(BATCH_SIZE);
    if (rows.length > 0) yield rows.map(toGiven);
    if (rows.length < BATCH_SIZE) return;
    last = rows.at(-1)?.cursor;
  }
}

async function* readOfShipments(executor: Executor, personal: PersonalTable, userId: string): AsyncGenerator<Row[]> {
  const isTheirs = PERSONAL_TABLES.shipments.isTheirs(userId);
  // Reads all ids at once: no index has both sides in order.
  const found = await executor.select({ id: shipments.id }).from(shipments).where(isTheirs).orderBy(shipments.id);
  const columns = columnsOf(personal, userId);
  for (const some of inBatches(found, BATCH_SIZE)) {
    const ids = some.map(({ id }) => id);
    const rows =
      personal.table === shipments
        ? await executor
            .select(columns)
            .from(shipments)
            .where(and(anyOf(shipments.id, ids), isTheirs))
            .orderBy(shipments.id)
        : await executor
            .select(columns)
            .from(activities)
            .where(anyOf(activities.shipmentId, ids))
            .orderBy(
              asc(activities.shipmentId),
              asc(activities.occurredAt),
              asc(activities.createdAt),
              asc(activities.id),
            );
    yield rows.map(toGiven);
  }
}

/** Somebody else may have had the address before, or have it now. */
interface Tenure {
  email: string;
  from: Date;
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

async function sentTo(
  executor: Executor,
  user: { id: string; email: string; createdAt: Date },
): Promise<SQL | undefined> {
  const tenures = await listTenures(executor, user);
  const list = <Key extends keyof Tenure>(key: Key) => sql.param(tenures.map((tenure) => tenure[key]));
  return and(
    anyOf(
      mails.receiver,
      tenures.map(({ email }) => email),
    ),
    sql`exists (select from unnest(${list('email')}::text[], ${list('from')}::timestamptz[], ${list('to')}::timestamptz[])
      as tenure (email, since, until)
      where mails.receiver = tenure.email and mails.created_at >= tenure.since
        and (tenure.until is null or mails.created_at <= tenure.until))`,
  );
}

export async function listCollections({ db }: Pick<Services, 'db'>, id: string): Promise<Collection[]> {
  const user = await findManagedUser(db, id);
  if (!user) return [];
  return Object.entries(PERSONAL_TABLES).map(([name, personal]) => ({
    name,
    about: personal.about,
    columns: listGivenColumns(personal),
    rows: () => readPersonalRows(db, personal, user),
  }));
}
