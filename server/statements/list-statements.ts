import { and, desc, eq } from 'drizzle-orm';
import { dayIn } from '../../src/domain/dates.ts';
import { fromCents } from '../../src/domain/money.ts';
import type { Before } from '../../src/domain/paged.ts';
import { ROWS_AT_ONCE } from '../../src/domain/pagination.ts';
import type { StatementRule } from '../../src/domain/statements/periods.ts';
import { formatNumber, type SetPeriod, type Statement } from '../../src/domain/statements/statement.ts';
import { changedFields } from '../audit/changed-fields.ts';
import type { Executor, Transaction } from '../base/database/client.ts';
import { statements } from '../base/database/tables/money/statements.ts';
import { isBefore } from '../base/sql/lists.ts';
import type { UnitOfWork } from '../context/unit-of-work.ts';
import { requireUser } from '../ledger/require-user.ts';
import { assertNotOwn } from '../ledger/second-person.ts';
import { findShopSettings, saveShopSettings } from '../shops/store/shop-settings.ts';
import type { StatementRow } from './store/statements.ts';

const toStatement = ({ facts, openingCents, closingCents, ...row }: StatementRow): Statement => ({
  id: row.id,
  kind: row.kind,
  number: formatNumber(row),
  from: row.fromDay,
  until: row.untilDay,
  opening: fromCents(openingCents),
  closing: fromCents(closingCents),
  due: facts.due,
  of: facts.of ?? null,
  issuedAt: row.createdAt.toISOString(),
});

function listStatements(executor: Executor, userId: string, before?: string): Promise<StatementRow[]> {
  return executor
    .select()
    .from(statements)
    .where(and(eq(statements.userId, userId), isBefore(statements, before)))
    .orderBy(desc(statements.createdAt), desc(statements.id))
    .limit(ROWS_AT_ONCE);
}

export async function listOwnStatements(executor: Executor, userId: string, { before }: Before): Promise<Statement[]> {
  return (await listStatements(executor, userId, before)).map(toStatement);
}

export const saveStatementSettings = (
  tx: Transaction,
  userId: string,
  settings: { statements?: StatementRule | null; taxNumber?: string },
): Promise<void> => saveShopSettings(tx, userId, settings);

/**
 * Sets how often a shop gets a statement, from today on, and its tax number (statementAdmin.setPeriod).
 * @throws NOT_FOUND, PRECONDITION_FAILED
 */
export async function setPeriod(unit: UnitOfWork, { userId, period, taxNumber }: SetPeriod): Promise<void> {
  const { tx, services } = unit;
  assertNotOwn(unit, userId);
  await requireUser(tx, userId);
  const settings = await findShopSettings(tx, userId);
  const since = dayIn(services.environment.TIME_ZONE, new Date());
  const statements = period === 'usual' ? null : { period, since };
  const before = { statements: settings?.statements?.period ?? 'usual', taxNumber: settings?.taxNumber ?? '' };
  const after = { statements: period, taxNumber: taxNumber ?? before.taxNumber };
  await saveStatementSettings(tx, userId, {
    ...(before.statements !== period && { statements }),
    taxNumber: after.taxNumber,
  });
  const change = changedFields(['statements', 'taxNumber'], before, after);
  if (change) await unit.audit({ entity: 'user', entityId: userId, ...change });
}
