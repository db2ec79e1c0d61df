import { dayIn } from '../../src/domain/dates.ts';
import { isDated, SETTING_KEYS, type SettingKey, usualOf } from '../../src/domain/settings/brand-settings.ts';
import type { Setting } from '../../src/domain/settings/settings.ts';
import { fullName } from '../../src/domain/user.ts';
import { isSetOnServer } from '../base/config/env.ts';
import type { Executor } from '../base/database/client.ts';
import { users } from '../base/database/tables/users.ts';
import { anyOf } from '../base/sql/lists.ts';
import { listSettings, type SettingRow, versionsOf } from '../brand/store/brand-settings.ts';
import type { Services } from '../context/context.ts';

export async function listNames(
  executor: Executor,
  rows: readonly { changedBy: string }[],
): Promise<Map<string, string>> {
  const ids = [...new Set(rows.map(({ changedBy }) => changedBy))];
  if (ids.length === 0) return new Map();
  const { id, firstName, lastName, email } = users;
  const people = await executor.select({ id, firstName, lastName, email }).from(users).where(anyOf(users.id, ids));
  return new Map(people.map((person) => [person.id, fullName(person)]));
}

/** Lists each setting of the brand: what counts today, where that comes from, and what is to come (settings.get). */
export async function getSettings(services: Services, userId: string): Promise<Setting[]> {
  const { db, environment, settings } = services;
  const rows = await listSettings(db);
  const names = await listNames(db, rows);
  const today = dayIn(environment.TIME_ZONE, new Date());
  return SETTING_KEYS.map((key) => describe(key, { rows, names, today, userId, source: settings.source }));
}

interface Known {
  rows: readonly SettingRow[];
  names: ReadonlyMap<string, string>;
  today: string;
  userId: string;
  source: Services['settings']['source'];
}

function describe(key: SettingKey, { rows, names, today, userId, source }: Known): Setting {
  const versions = versionsOf(rows, key);
  const now = versions.findLastIndex(({ fromDay }) => fromDay === null || fromDay <= today);
  const [counting, before] = [versions[now], versions[now - 1]];
  const [waiting] = rows.filter((row) => row.key === key && row.isWaiting);
  const isOlder = waiting && counting && waiting.number < counting.number;
  const usual = usualOf(key);
  const nameOf = ({ changedBy }: SettingRow) => names.get(changedBy) ?? '';
  const base = { key, usual, later: [], since: null, changed: null, waiting: null };
  if (isSetOnServer(source, key)) return { ...base, value: source[key] ?? '', source: 'server' };
  return {
    ...base,
    value: counting?.value ?? usual,
    source: counting && counting.value !== null ? 'brand' : 'usual',
    since: isDated(key) ? (counting?.fromDay ?? null) : null,
    later: versions.slice(now + 1).map(({ fromDay, value }) => ({ from: fromDay ?? '', value })),
    changed: counting
      ? { by: nameOf(counting), at: counting.createdAt.toISOString(), before: before?.value ?? null }
      : null,
    waiting:
      waiting && !isOlder ? { value: waiting.value, by: nameOf(waiting), isOwn: waiting.changedBy === userId } : null,
  };
}
