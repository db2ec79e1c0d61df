/** Values are checked as the environment’s are, and each refusal stands at its field. */
import { sql } from 'drizzle-orm';
import { dayIn } from '../../src/domain/dates.ts';
import { sentences } from '../../src/domain/errors.ts';
import { ROLES_OF_CALLS } from '../../src/domain/roles.ts';
import { composeColours } from '../../src/domain/settings/brand-colours.ts';
import { BRAND_SETTINGS, isDated, settingProblem } from '../../src/domain/settings/brand-settings.ts';
import type { SettingChange, SettingChanges } from '../../src/domain/settings/settings.ts';
import { isSetOnServer } from '../base/config/env.ts';
import type { Executor, Transaction } from '../base/database/client.ts';
import { brandSettings } from '../base/database/tables/settings.ts';
import { ledgerCurrency } from '../base/database/tables/transactions.ts';
import { UserError } from '../base/errors/errors.ts';
import {
  listSettings,
  type SettingRow,
  type SettingValues,
  valuesOn,
  versionsOf,
} from '../brand/store/brand-settings.ts';
import type { Services } from '../context/context.ts';
import type { UnitOfWork } from '../context/unit-of-work.ts';
import { HOUSEKEEPING_QUEUE, MOVE_PICKUPS } from '../jobs/queues.ts';
import { hasAmounts, readCurrency, UNSAID } from '../ledger/store/currency.ts';
import { isOnlyOne } from '../people/store/user-rights.ts';
import { keepFigureZone } from '../shipments/store/projections.ts';

/** Null, or why this change is refused. */
async function refusalOf(executor: Executor, services: Services, change: SettingChange): Promise<string | null> {
  const { key, value, from, isWithdrawn } = change;
  const { label } = BRAND_SETTINGS[key];
  if (isSetOnServer(services.settings.source, key)) return `${label} is set on the server, as ${key}.`;
  if (from !== undefined && !isDated(key)) return `${label} counts at once, from no other day.`;
  if (from !== undefined && from < dayIn(services.environment.TIME_ZONE, new Date()))
    return `${label} can change from today on. What was before stays as it was.`;
  if (isWithdrawn && from === undefined) return 'Say from which day it was to count.';
  const problem = value === null ? null : settingProblem(key, value);
  if (problem) return problem;
  if (key === 'BRAND_COLOURS' && value) return contrastProblem(services, value);
  if (key !== 'CURRENCY' || (value ?? UNSAID) === (await readCurrency(executor))) return null;
  return (await hasAmounts(executor)) ? 'There are amounts already, so the currency stays as it is.' : null;
}

function contrastProblem(services: Services, colours: string): string | null {
  try {
    composeColours(services.settings.read({ BRAND_COLOURS: colours }).BRAND_COLOURS);
    return null;
  } catch (error) {
    return (error as Error).message.replace(/^BRAND_COLOURS: /, 'Colours: ');
  }
}

/**
 * Refuses all changes if one is not possible.
 * @throws BAD_REQUEST with a sentence for each key
 */
export async function checkChanges(executor: Executor, services: Services, { changes }: SettingChanges): Promise<void> {
  const fieldErrors: Record<string, string[]> = {};
  for (const change of changes) {
    const isTwice = changes.filter(({ key, from }) => key === change.key && from === change.from).length > 1;
    const refusal = isTwice ? 'This setting is there twice.' : await refusalOf(executor, services, change);
    if (refusal) fieldErrors[change.key] = [refusal];
  }
  if (Object.keys(fieldErrors).length > 0) throw new UserError('BAD_REQUEST', sentences.BAD_REQUEST, { fieldErrors });
}

/** Such a change would add a row that says what counts already. */
function isSame(rows: readonly SettingRow[], { key, value, from, isWithdrawn }: SettingChange, day: string): boolean {
  const versions = versionsOf(rows, key);
  if (isWithdrawn) return !versions.some(({ fromDay }) => fromDay === from);
  const counting = versions.findLast(({ fromDay }) => fromDay === null || fromDay <= (from ?? day));
  return (counting?.value ?? null) === value;
}

/** Nobody loosens the control of money by themselves. This server may not know yet what was saved a moment ago. */
function loosens({ settings }: Services, saved: SettingValues, { key, value }: SettingChange): boolean {
  if (key !== 'SECOND_PERSON_ABOVE') return false;
  const { SECOND_PERSON_ABOVE: now } = settings.read(saved);
  const { SECOND_PERSON_ABOVE: next } = settings.read(value === null ? {} : { SECOND_PERSON_ABOVE: value });
  return now !== null && (next === null || next > now);
}

/** Two people save the same within this time. */
const WAIT_MS = 7 * 24 * 60 * 60 * 1000;

/** What was asked for before the last change is no longer asked for. */
function isSecond(rows: readonly SettingRow[], { key, value }: SettingChange, actorId: string): boolean {
  const counting = versionsOf(rows, key).at(-1);
  return rows.some(
    (row) =>
      row.key === key &&
      row.isWaiting &&
      row.value === value &&
      row.number > (counting?.number ?? 0) &&
      row.changedBy !== actorId &&
      row.createdAt.getTime() > Date.now() - WAIT_MS,
  );
}

const KNOWN_SECONDS = 3;

/** Makes the rest of the database agree with it. */
async function follow(
  tx: Transaction,
  services: Services,
  { key, value }: SettingChange,
  pickups: SettingChanges['pickups'],
): Promise<void> {
  // Each process knows the new days by then. The job of the night would come too late for tomorrow.
  if (key === 'DAYS_OFF')
    await services.jobs.send(
      tx,
      HOUSEKEEPING_QUEUE,
      { step: pickups === 'move' ? MOVE_PICKUPS : 'regular pickups' },
      { afterSeconds: KNOWN_SECONDS },
    );
  if (key === 'TIME_ZONE') await keepFigureZone(tx, value ?? services.settings.read({}).TIME_ZONE);
  if (key !== 'CURRENCY') return;
  await tx.delete(ledgerCurrency);
  if (value !== null && value !== UNSAID) await tx.insert(ledgerCurrency).values({ code: value });
}

/**
 * Saves what managers change (settings.save). All servers read it as the transaction ends.
 * @throws BAD_REQUEST with a sentence for each key
 */
export async function saveSettings(unit: UnitOfWork, input: SettingChanges): Promise<void> {
  const { tx, services, actor } = unit;
  if (!actor) throw new UserError('FORBIDDEN');
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('settings', 0))`);
  await checkChanges(tx, services, input);
  const rows = await listSettings(tx);
  const today = dayIn(services.environment.TIME_ZONE, new Date());
  for (const change of input.changes) {
    const { key, value, isWithdrawn = false } = change;
    if (isSame(rows, change, today)) continue;
    const isWaiting =
      loosens(services, valuesOn(rows, today), change) &&
      !(await isOnlyOne(tx, ROLES_OF_CALLS['settings.save'])) &&
      !isSecond(rows, change, actor.id);
    const fromDay = isDated(key) ? (change.from ?? today) : null;
    const before = versionsOf(rows, key).findLast((row) => row.fromDay === null || row.fromDay <= (fromDay ?? today));
    const [saved] = await tx
      .insert(brandSettings)
      .values({ key, value, fromDay, isWithdrawn, isWaiting, changedBy: actor.id })
      .returning({ id: brandSettings.id });
    if (!isWaiting) await follow(tx, services, change, input.pickups);
    await unit.audit({
      entity: 'setting',
      entityId: saved?.id ?? '',
      before: { [key]: before?.value ?? null },
      after: { [key]: value, ...(fromDay && { from: fromDay }), ...(isWithdrawn && { withdrawn: true }) },
    });
  }
  await tx.execute(sql`select pg_notify('live', '{"settings":true}')`);
}
