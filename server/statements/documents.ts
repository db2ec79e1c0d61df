import { sql } from 'drizzle-orm';
import { decimalsOf } from '../../src/domain/currency.ts';
import { dayIn } from '../../src/domain/dates.ts';
import { shiftDay } from '../../src/domain/day.ts';
import type { LegalNode } from '../../src/domain/legal-page.ts';
import { fromCents } from '../../src/domain/money.ts';
import { groupReference } from '../../src/domain/payment-reference.ts';
import {
  formatNumber,
  groupOf,
  type StatementFacts,
  type StatementKind,
} from '../../src/domain/statements/statement.ts';
import { formatRate, type TaxLine } from '../../src/domain/statements/taxes.ts';
import type { Environment } from '../base/config/env.ts';
import type { Executor, Transaction } from '../base/database/client.ts';
import { statements } from '../base/database/tables/money/statements.ts';
import type { UnitOfWork } from '../context/unit-of-work.ts';
import { postTransaction } from '../ledger/change-ledger.ts';
import { getAccountPayment } from '../ledger/payment-instructions.ts';
import { findUser } from '../people/store/users.ts';
import { getSender } from '../shops/create-own-shipment.ts';
import { getOwnAddress } from '../shops/own-address.ts';
import { findShopSettings } from '../shops/store/shop-settings.ts';
import type { StatementRow, Sum } from './store/statements.ts';

const textOf = (node: LegalNode): string =>
  typeof node === 'string' ? node : node.tag === 'br' ? ', ' : (node.children ?? []).map(textOf).join('');

function addressOf({ environment, brand }: Pick<UnitOfWork['services'], 'environment' | 'brand'>): string {
  const first = brand.legal.imprint?.content.find((node) => typeof node !== 'string' && node.tag === 'p');
  return environment.SITE_ADDRESS || (first ? textOf(first).slice(0, 300) : '');
}

export type Parties = Omit<StatementFacts, 'taxes' | 'due'>;

/** Reads who a document is from and to, with what they are called now. */
export async function partiesOf(
  { tx, services }: { tx: Executor; services: Pick<UnitOfWork['services'], 'environment' | 'brand'> },
  userId: string,
): Promise<Parties> {
  const { environment, brand } = services;
  const user = await findUser(tx, userId);
  const { name, email } = await getSender(tx, userId);
  const { taxNumber } = (await findShopSettings(tx, userId)) ?? {};
  const { site } = brand;
  return {
    seller: {
      name: site.name,
      address: addressOf(services),
      taxNumber: environment.TAX_NUMBER,
      contact: [site.support, site.phone].filter(Boolean).join(', '),
    },
    buyer: {
      name: name || email,
      address: user ? await getOwnAddress(tx, userId) : '',
      email,
      ...(taxNumber && { taxNumber }),
    },
    currency: environment.CURRENCY,
    zone: environment.TIME_ZONE,
  };
}

export async function dueOf(
  { tx, services: { environment } }: UnitOfWork,
  userId: string,
): Promise<Pick<StatementFacts, 'due' | 'pay'>> {
  const { TIME_ZONE, PAYMENT_DAYS } = environment;
  const { reference, account } = await getAccountPayment({ executor: tx, settings: environment }, userId);
  const to = account && `To ${account.accountName}, ${account.accountNumber}, ${account.bankName}. `;
  return {
    due: shiftDay(dayIn(TIME_ZONE, new Date()), PAYMENT_DAYS),
    pay: `${to ?? ''}Reference: ${groupReference(reference)}`,
  };
}

/** The smallest amount that can be paid, in cents. */
export const stepOf = (currency: string): number => (decimalsOf(currency) === 0 ? 100 : 1);

export const yearIn = ({ TIME_ZONE }: Environment): number => Number(dayIn(TIME_ZONE, new Date()).slice(0, 4));

/** Nobody else gets a number until the transaction ends. */
async function takeNumber(tx: Transaction, kind: StatementKind, year: number): Promise<number> {
  const { rows } = await tx.execute<{ last: number }>(sql`
    insert into statement_numbers (kind, year, last) values (${kind}, ${year}, 1)
    on conflict (kind, year) do update set last = statement_numbers.last + 1 returning last`);
  const [row] = rows;
  if (!row) throw new Error('A number was not given');
  return row.last;
}

async function insertStatement(
  tx: Transaction,
  given: Omit<typeof statements.$inferInsert, 'number' | 'sequence'> & { kind: StatementKind },
): Promise<StatementRow> {
  const number = await takeNumber(tx, given.kind, given.year);
  const sequence = sql`(select coalesce(max(sequence), 0) + 1 from statements where user_id = ${given.userId})`;
  const [row] = await tx
    .insert(statements)
    .values({ ...given, number, sequence: sequence as unknown as number })
    .returning();
  if (!row) throw new Error('A statement was not inserted');
  return row;
}

/** Gives a document its number, which is marked before anybody can read it (decision 0026). */
export async function issueDocument(
  { tx, services: { marks } }: UnitOfWork,
  given: Parameters<typeof insertStatement>[1],
): Promise<StatementRow> {
  const document = await insertStatement(tx, given);
  const { kind, year, number: last } = document;
  await marks.keep('numbers', `${kind}-${year}`, { kind, year, last });
  return document;
}

export async function announce(unit: UnitOfWork, statement: StatementRow): Promise<void> {
  const { id, userId, facts } = statement;
  if (facts.buyer.email !== '')
    await unit.mail({ kind: 'statement', receiver: facts.buyer.email, about: { userId, statementId: id } });
  await unit.audit({ entity: 'user', entityId: userId, after: { statement: formatNumber(statement) } });
}

/** Charges tax, or gives it back. */
export async function postTaxes(
  unit: UnitOfWork,
  userId: string,
  taxes: readonly TaxLine[],
  isCredit = false,
): Promise<{ ids: string[]; cents: bigint }> {
  const ids: string[] = [];
  let cents = 0n;
  for (const line of taxes.filter(({ tax }) => tax !== 0)) {
    const isFee = line.tax > 0 !== isCredit;
    const amountCents = BigInt(Math.abs(line.tax));
    const given = { type: isFee ? 'fee' : 'deposit', purpose: 'tax', status: 'successful', amountCents } as const;
    const summary = isCredit ? `${formatRate(line)}, credited` : formatRate(line);
    ids.push(await postTransaction(unit, { userId, ...given, summary }));
    cents += isFee ? -amountCents : amountCents;
  }
  return { ids, cents };
}

/** Sums what a statement names in one line. */
export function sumsOf(rows: readonly Pick<Sum, 'kind' | 'cents'>[]): { label: string; amount: number }[] {
  const sums = new Map<string, bigint>();
  for (const { kind, cents } of rows) {
    const label = groupOf(kind, cents);
    sums.set(label, (sums.get(label) ?? 0n) + cents);
  }
  return [...sums].map(([label, cents]) => ({ label, amount: fromCents(cents) }));
}
