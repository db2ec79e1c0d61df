import { dayIn } from '../../../src/domain/dates.ts';
import { shiftDay } from '../../../src/domain/day.ts';
import { fromCents } from '../../../src/domain/money.ts';
import { listEnds, type StatementRule } from '../../../src/domain/statements/periods.ts';
import { LINES, type ShopStatements } from '../../../src/domain/statements/statement.ts';
import { rateOn, type TaxLine, taxesOf } from '../../../src/domain/statements/taxes.ts';
import { startOfDay } from '../../../src/domain/time-zone.ts';
import type { Environment } from '../../config/env.ts';
import type { Services } from '../../context/context.ts';
import { inUnitOfWork, type UnitOfWork } from '../../context/unit-of-work.ts';
import type { Executor } from '../../database/client.ts';
import { tryEach } from '../../errors/try-each.ts';
import { lockBalance } from '../../stores/money/ledger.ts';
import {
  findLast,
  findRule,
  hasUnstated,
  insertStatement,
  listRules,
  type StatementRow,
  type Sum,
  stateUntil,
  sumUnstated,
} from '../../stores/money/statements.ts';
import { issueCreditNotes } from './credit-notes.ts';
import { announce, dueOf, partiesOf, postTaxes, stepOf, sumsOf, yearIn } from './documents.ts';

/** Issues what is due, each shop and period by itself: also after days without a server, and beside another one. */
export async function issueStatements(services: Services, today?: string): Promise<void> {
  const day = today ?? dayIn(services.environment.TIME_ZONE, new Date());
  await tryEach(await listRules(services.db), async ({ userId, rule, covered }) => {
    const ends = listEnds(rule, covered, day);
    const last = ends.at(-1);
    // An idle shop costs one query, however many periods have passed.
    if (!last || !(await hasUnstated(services.db, userId, startOfDay(last, services.environment.TIME_ZONE)))) return;
    for (const end of ends) {
      const order = { services, actor: null, procedure: 'statements', requestId: '' } as const;
      await inUnitOfWork(order, (unit) => issueStatement(unit, userId, end));
    }
  });
}

/** For the days before `end` that no statement covers. Null if nothing happened. */
export async function issueStatement(unit: UnitOfWork, userId: string, end: string): Promise<StatementRow | null> {
  const { tx, services } = unit;
  const { environment } = services;
  const zone = environment.TIME_ZONE;
  await lockBalance(tx, userId);
  const last = await findLast(tx, userId, 'statement');
  if (last && last.untilDay >= shiftDay(end, -1)) return null;
  const until = { end: startOfDay(end, zone), zone };
  await issueCreditNotes(unit, userId, until.end);
  const sums = await sumUnstated(tx, userId, until);
  const [first] = sums.map(({ firstDay }) => firstDay).toSorted();
  if (first === undefined) return null;
  const taxes = taxesIn(environment, sums);
  const charged = await postTaxes(unit, userId, taxes);
  const openingCents = (await findLast(tx, userId))?.closingCents ?? 0n;
  const closingCents = sums.reduce((sum, { cents }) => sum + cents, openingCents + charged.cents);
  const statement = await insertStatement(tx, {
    ...{ userId, kind: 'statement', year: yearIn(environment) },
    ...{ fromDay: last ? shiftDay(last.untilDay, 1) : first, untilDay: shiftDay(end, -1), openingCents, closingCents },
    facts: {
      ...(await partiesOf(unit, userId)),
      taxes,
      due: null,
      ...(closingCents < 0n && (await dueOf(unit, userId))),
    },
  });
  await stateUntil(tx, statement, { end: until.end, taxIds: charged.ids });
  await announce(unit, statement);
  return statement;
}

/** The tax on fees, by the rate of the day of each. */
function taxesIn({ TAX_RATES, CURRENCY }: Environment, sums: readonly Sum[]): TaxLine[] {
  const taxed = sums.filter(({ kind }) => LINES[kind].isTaxed);
  const bases = taxed.map(({ day, cents }) => ({ ...rateOn(TAX_RATES, day), net: -Number(cents) }));
  return taxesOf(bases, stepOf(CURRENCY));
}

/** What the next statement would say if its period ended now. */
export async function draftStatement(
  executor: Executor,
  environment: Environment,
  userId: string,
): Promise<ShopStatements> {
  const rule: StatementRule | null = await findRule(executor, userId);
  const last = await findLast(executor, userId, 'statement');
  const opening = (await findLast(executor, userId))?.closingCents ?? 0n;
  const sums = await sumUnstated(executor, userId, { end: new Date(), zone: environment.TIME_ZONE });
  const [first] = sums.map(({ firstDay }) => firstDay).toSorted();
  const taxes = taxesIn(environment, sums).map(({ tax }) => ({ kind: 'tax', cents: BigInt(-tax) }) as const);
  const all = [...sums, ...taxes];
  return {
    period: rule?.period ?? 'none',
    draft:
      first === undefined
        ? null
        : {
            from: last ? shiftDay(last.untilDay, 1) : first,
            opening: fromCents(opening),
            sums: sumsOf(all),
            closing: fromCents(all.reduce((sum, { cents }) => sum + cents, opening)),
          },
  };
}
