import { sql } from 'drizzle-orm';
import { type SettingKey, settingProblem } from '../../../src/domain/settings/brand-settings.ts';
import type { Executor } from '../../base/database/client.ts';
import { brandSettings } from '../../base/database/tables/settings.ts';

export type SettingRow = typeof brandSettings.$inferSelect;
export type SettingValues = Partial<Record<SettingKey, string>>;

/** Lists what was saved last of each key and day, oldest day first. What waits for another person counts apart. */
export async function listSettings(executor: Executor): Promise<SettingRow[]> {
  const rows = await executor
    .selectDistinctOn([
      brandSettings.key,
      brandSettings.isWaiting,
      sql`coalesce(${brandSettings.fromDay}, '-infinity')`,
    ])
    .from(brandSettings)
    .orderBy(
      brandSettings.key,
      brandSettings.isWaiting,
      sql`coalesce(${brandSettings.fromDay}, '-infinity')`,
      sql`${brandSettings.number} desc`,
    );
  return rows;
}

/** Lists the versions of a setting that count from a day on, in the order of their days. */
export const versionsOf = (rows: readonly SettingRow[], key: SettingKey): SettingRow[] =>
  rows.filter((row) => row.key === key && !row.isWaiting && !row.isWithdrawn);

/** What counts on a day. A value that an older or newer version allows, and this one doesn’t, is left out. */
export function valuesOn(rows: readonly SettingRow[], day: string): SettingValues {
  const values: SettingValues = {};
  for (const { key, value, fromDay, isWaiting, isWithdrawn } of rows) {
    if (isWaiting || isWithdrawn || (fromDay !== null && fromDay > day)) continue;
    if (value === null) delete values[key];
    else if (settingProblem(key, value) === null) values[key] = value;
  }
  return values;
}
