import { eq, isNull, sql } from 'drizzle-orm';
import { fromCents, toCents } from '../../src/domain/money.ts';
import { pick } from '../../src/domain/pick.ts';
import { ratesRefusal } from '../../src/domain/roles.ts';
import { MAX_RATES, type Rate, type SaveRate, type Shop } from '../../src/domain/shops/rate.ts';
import { fullName } from '../../src/domain/user.ts';
import type { Executor, Transaction } from '../base/database/client.ts';
import { rates } from '../base/database/tables/shops/rates.ts';
import { users } from '../base/database/tables/users.ts';
import { isUniqueViolation } from '../base/errors/database-errors.ts';
import { fieldError, UserError } from '../base/errors/errors.ts';
import { insertRow } from '../base/sql/rows.ts';
import type { UnitOfWork } from '../context/unit-of-work.ts';
import { countryNamed } from '../countries/country-named.ts';
import { forUser, requireUser } from '../ledger/require-user.ts';
import { findUser, hasRole } from '../people/store/users.ts';
import { listRates, type RateRow, rateColumns } from './store/rates.ts';

const toRate = ({ feeCents, returnFeeCents, codFeeCents, ...rate }: RateRow): Rate => ({
  ...rate,
  fee: fromCents(feeCents),
  returnFee: returnFeeCents === null ? null : fromCents(returnFeeCents),
  codFee: codFeeCents === null ? null : fromCents(codFeeCents),
});

/**
 * Lists the brand’s rates, or a customer’s own (rateAdmin.list).
 * @throws NOT_FOUND for an unknown customer
 */
export async function getRates(executor: Executor, { userId }: { userId: string | null }): Promise<Rate[]> {
  const rows = userId === null ? listRates(executor, null) : forUser(executor, userId, listRates);
  return (await rows).map(toRate);
}

async function listShops(
  executor: Executor,
): Promise<{ id: string; firstName: string; lastName: string; email: string; rates: number }[]> {
  return executor
    .select({
      ...pick(users, 'id', 'firstName', 'lastName', 'email'),
      rates: sql<number>`(select count(*)::int from rates r where r.user_id = users.id)`,
    })
    .from(users)
    .where(sql`${users.roles} <> '{}' and ${hasRole('shipper')} and ${isNull(users.deletedAt)}`)
    .orderBy(users.firstName, users.lastName, users.email)
    .limit(MAX_SHOPS);
}

/** More are found by their page. */
const MAX_SHOPS = 200;

export async function getShops(executor: Executor): Promise<Shop[]> {
  return (await listShops(executor)).map(({ id, email, rates, ...name }) => ({
    id,
    name: fullName({ ...name, email }),
    email,
    rates,
  }));
}

const notFound = () => new UserError('NOT_FOUND', 'This rate no longer exists.');

/** @throws PRECONDITION_FAILED: nobody prices their own parcels. */
async function assertOthers({ actor, tx }: UnitOfWork, userId: string | null): Promise<void> {
  const person = actor && (await findUser(tx, actor.id));
  const refusal = person && ratesRefusal(person, userId);
  if (refusal) throw new UserError('PRECONDITION_FAILED', refusal);
}

const countRates = (executor: Executor, userId: string | null): Promise<number> =>
  executor.$count(rates, userId === null ? isNull(rates.userId) : eq(rates.userId, userId));

async function lockRate(tx: Transaction, id: string): Promise<RateRow | null> {
  const [row] = await tx.select(rateColumns).from(rates).where(eq(rates.id, id)).for('update');
  return row ?? null;
}

/**
 * Adds or changes a rate.
 * @throws NOT_FOUND, PRECONDITION_FAILED, field error.
 */
export async function saveRate(
  unit: UnitOfWork,
  { id, fee, returnFee, codFee, ...input }: SaveRate,
): Promise<{ id: string }> {
  const { tx, services } = unit;
  await assertOthers(unit, input.userId);
  if (input.userId) await requireUser(tx, input.userId);
  const country = input.country ? countryNamed(services.environment, input.country) : null;
  const before = id === undefined ? null : await lockRate(tx, id);
  const centsOf = (given: number | null | undefined, known: bigint | null = null) =>
    typeof given === 'number' ? toCents(given) : given === undefined ? known : null;
  const returnFeeCents = centsOf(returnFee, before?.returnFeeCents);
  const codFeeCents = centsOf(codFee, before?.codFeeCents);
  const fields = { ...input, country, feeCents: toCents(fee), returnFeeCents, codFeeCents };
  // A rate stays whose it is.
  if (id !== undefined && before?.userId !== input.userId) throw notFound();
  if (!before && (await countRates(tx, input.userId)) >= MAX_RATES)
    throw new UserError('PRECONDITION_FAILED', 'There are 1,000 rates. Delete one first.');
  const saved = await write(unit, before && { ...fields, id: before.id }, fields);
  const { userId, ...after } = fields;
  await unit.audit({
    entity: 'rate',
    entityId: saved,
    userId,
    ...(before && { before: { ...before } }),
    after,
  });
  return { id: saved };
}

/** @throws if the same zone and weight have one. */
export async function insertRate(tx: Transaction, rate: typeof rates.$inferInsert): Promise<string> {
  return (await insertRow(tx, rates, rate)).id;
}

/** @throws if the same zone and weight have another. */
async function updateRate(tx: Transaction, { id, ...rate }: RateRow): Promise<void> {
  await tx.update(rates).set(rate).where(eq(rates.id, id));
}

async function write({ tx }: UnitOfWork, changed: RateRow | null, added: Omit<RateRow, 'id'>): Promise<string> {
  try {
    if (!changed) return await insertRate(tx, added);
    await updateRate(tx, changed);
    return changed.id;
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw fieldError('maxGrams', 'There is already a rate for this zone up to this weight.');
  }
}

async function deleteRate(tx: Transaction, id: string): Promise<void> {
  await tx.delete(rates).where(eq(rates.id, id));
}

/**
 * Deletes a rate: shipments keep their fee.
 * @throws NOT_FOUND, PRECONDITION_FAILED
 */
export async function removeRate(unit: UnitOfWork, { id }: { id: string }): Promise<void> {
  const rate = await lockRate(unit.tx, id);
  if (!rate) throw notFound();
  await assertOthers(unit, rate.userId);
  await deleteRate(unit.tx, id);
  const { userId, ...before } = rate;
  await unit.audit({ entity: 'rate', entityId: id, userId, before });
}
