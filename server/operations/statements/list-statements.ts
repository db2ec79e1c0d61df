import { dayIn } from '../../../src/domain/dates.ts';
import { fromCents } from '../../../src/domain/money.ts';
import type { Before } from '../../../src/domain/paged.ts';
import { formatNumber, type SetPeriod, type Statement } from '../../../src/domain/statements/statement.ts';
import type { UnitOfWork } from '../../context/unit-of-work.ts';
import type { Executor } from '../../database/client.ts';
import { findRule, listStatements, type StatementRow } from '../../stores/money/statements.ts';
import { saveStatementRule } from '../../stores/shops/shop-settings.ts';
import { requireUser } from '../money/require-user.ts';
import { assertNotOwn } from '../money/second-person.ts';

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

export async function listOwnStatements(executor: Executor, userId: string, { before }: Before): Promise<Statement[]> {
  return (await listStatements(executor, userId, before)).map(toStatement);
}

/**
 * Sets how often a shop gets a statement, from today on (statementAdmin.setPeriod).
 * @throws NOT_FOUND, PRECONDITION_FAILED
 */
export async function setPeriod(unit: UnitOfWork, { userId, period }: SetPeriod): Promise<void> {
  const { tx, services } = unit;
  assertNotOwn(unit, userId);
  await requireUser(tx, userId);
  const before = (await findRule(tx, userId))?.period ?? 'none';
  if (before === period) return;
  const since = dayIn(services.environment.TIME_ZONE, new Date());
  await saveStatementRule(tx, userId, { period, since });
  await unit.audit({ entity: 'user', entityId: userId, before: { statements: before }, after: { statements: period } });
}
