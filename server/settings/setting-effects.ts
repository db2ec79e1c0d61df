/** What a change does beyond itself, said before it happens. */
import { and, eq, isNotNull, lt, sql } from 'drizzle-orm';
import { dayIn } from '../../src/domain/dates.ts';
import { formatDay, shiftDay } from '../../src/domain/day.ts';
import { counted } from '../../src/domain/figures.ts';
import { MAX_PICKUP_DAYS } from '../../src/domain/pickups/pickup.ts';
import { BRAND_SETTINGS, SETTING_KEYS, type SettingKey } from '../../src/domain/settings/brand-settings.ts';
import type { SettingChanges, SettingEffects } from '../../src/domain/settings/settings.ts';
import { isExcluded } from '../../src/domain/time-window.ts';
import { findContradictions, sentenceOf } from '../base/config/contradictions.ts';
import type { Environment } from '../base/config/env.ts';
import type { Executor } from '../base/database/client.ts';
import { mails } from '../base/database/tables/mails.ts';
import { runs } from '../base/database/tables/runs.ts';
import { pickups } from '../base/database/tables/shops/pickups.ts';
import { anyOf } from '../base/sql/lists.ts';
import { environmentOf } from '../brand/current-settings.ts';
import { listSettings, type SettingRow } from '../brand/store/brand-settings.ts';
import type { Services } from '../context/context.ts';
import { PICKUP_STATE } from '../pickups/store/pickups.ts';
import { checkChanges } from './save-settings.ts';

interface Sides {
  executor: Executor;
  today: string;
  /** From this day on the change counts. */
  from: string;
  before: (day: string) => Environment;
  after: (day: string) => Environment;
}

const IS_OPEN = anyOf(PICKUP_STATE, ['pending', 'arranged']);

/** The environment of a day has what counts from later days on in its days off, too. */
function newDaysOff(today: string, before: Sides['before'], after: Sides['after']): string[] {
  const days = Array.from({ length: MAX_PICKUP_DAYS + 1 }, (_, index) => shiftDay(today, index));
  const [former, next] = [before(today).DAYS_OFF, after(today).DAYS_OFF];
  return days.filter((day) => isExcluded({ notOn: next }, day) && !isExcluded({ notOn: former }, day));
}

const countRegular = (executor: Executor, days: readonly string[]): Promise<number> =>
  executor.$count(pickups, and(anyOf(pickups.day, days), IS_OPEN, isNotNull(pickups.ruleId)));

type Effect = (sides: Sides) => Promise<(string | false)[]>;

/** Only what somebody has been promised, or what can’t be had back. */
const EFFECTS: Partial<Record<SettingKey, Effect>> = {
  DAYS_OFF: async ({ executor, today, before, after }) => {
    const isNew = newDaysOff(today, before, after);
    const isOpenAgain = newDaysOff(today, after, before);
    const gone = await executor.$count(
      pickups,
      and(anyOf(pickups.day, isOpenAgain), isNotNull(pickups.ruleId), anyOf(pickups.state, ['cancelled', 'declined'])),
    );
    const rows = await executor
      .select({
        kind: pickups.kind,
        isRegular: sql<boolean>`${pickups.ruleId} is not null`,
        n: sql<number>`count(*)::int`,
      })
      .from(pickups)
      .where(and(anyOf(pickups.day, isNew), IS_OPEN))
      .groupBy(pickups.kind, sql`${pickups.ruleId} is not null`);
    const count = (isIt: (row: (typeof rows)[number]) => boolean) =>
      rows.filter(isIt).reduce((sum, { n }) => sum + n, 0);
    const returned = count((row) => row.kind === 'return');
    const asked = count((row) => !row.isRegular && row.kind !== 'return');
    const planned = await executor.$count(
      runs,
      and(anyOf(runs.day, isNew), anyOf(runs.status, ['planned', 'released'])),
    );
    return [
      returned > 0 &&
        `${counted(returned, 'return')} will be collected on the next working day, and their senders are told.`,
      asked > 0 && `${counted(asked, 'pickup')} that shops asked for will stay in the worklist, for you to decide.`,
      gone > 0 && `${counted(gone, 'regular pickup')} of these days will not come back: their shops have to ask again.`,
      planned > 0 && `${counted(planned, 'run')} on these days will stay as planned.`,
    ];
  },
  RETURN_WINDOWS: async ({ executor, from, after }) => {
    const times = after(from).RETURN_WINDOWS.map((window) => window.from);
    const rows = await executor
      .select({ fromTime: pickups.fromTime })
      .from(pickups)
      .where(and(eq(pickups.kind, 'return'), IS_OPEN, sql`${pickups.day} >= ${from}`));
    const kept = rows.filter(({ fromTime }) => !times.includes(fromTime)).length;
    return [kept > 0 && `${counted(kept, 'return')} will still be collected at the time that was chosen.`];
  },
  PROOF_POLICY: async ({ executor, from }) => {
    const out = await executor.$count(runs, and(eq(runs.status, 'released'), sql`${runs.day} >= ${from}`));
    return [out > 0 && `${counted(out, 'run')} on the way will follow it from ${formatDay(from)} on.`];
  },
  TAX_RATES: async ({ today, before, after }) => {
    const key = ({ from, name, rate }: Environment['TAX_RATES'][number]) => `${from} ${name} ${rate}`;
    const [old, next] = [before(today).TAX_RATES, after(today).TAX_RATES];
    const known = new Set(old.map(key));
    const isPast =
      next.some((rate) => rate.from < today && !known.has(key(rate))) ||
      old.some((rate) => rate.from < today && !next.some((one) => key(one) === key(rate)));
    return [
      isPast &&
        'Fees of days before today that are on no statement yet get the other rate. Statements stay as they are.',
    ];
  },
  MAIL_DAYS: async ({ executor, today, before, after }) => {
    const days = after(today).MAIL_DAYS;
    if (days >= before(today).MAIL_DAYS) return [];
    const old = await executor.$count(mails, lt(mails.createdAt, sql`now() - ${days} * interval '1 day'`));
    return [old > 0 && `${counted(old, 'email')} will be deleted tonight.`];
  },
  PROOF_DAYS: async ({ today, before, after }) => [
    after(today).PROOF_DAYS < before(today).PROOF_DAYS &&
      `Pictures, names and notes of deliveries older than ${after(today).PROOF_DAYS} days will be deleted tonight.`,
  ],
  POSITION_DAYS: async ({ today, before, after }) => [
    after(today).POSITION_DAYS < before(today).POSITION_DAYS &&
      `Positions older than ${after(today).POSITION_DAYS} days will be deleted tonight.`,
  ],
  TIME_ZONE: async () => ['Reports count their days again. Days of runs and pickups stay, and begin by the new clock.'],
  SITE_NAME: async () => ['Installed apps get the new name when they next update, as their browser allows.'],
};

/** The changes laid over what is stored. */
function overlay(rows: readonly SettingRow[], { changes }: SettingChanges, today: string): SettingRow[] {
  const isOf = (row: SettingRow, change: SettingChanges['changes'][number]) =>
    row.key === change.key && (row.fromDay === null || row.fromDay === (change.from ?? today));
  const kept = rows.filter((row) => !changes.some((change) => isOf(row, change)));
  const made = changes.map(({ key, value, from, isWithdrawn = false }, index): SettingRow => {
    const isOfDay = 'isDated' in BRAND_SETTINGS[key];
    return {
      id: '',
      number: Number.MAX_SAFE_INTEGER - changes.length + index,
      key,
      value,
      fromDay: isOfDay ? (from ?? today) : null,
      isWithdrawn,
      isWaiting: false,
      changedBy: '',
      createdAt: new Date(),
    };
  });
  return [...kept, ...made].toSorted((one, other) => ((one.fromDay ?? '') < (other.fromDay ?? '') ? -1 : 1));
}

/**
 * Says what would happen, and what would be odd about it (settings.preview).
 * @throws BAD_REQUEST with a sentence for each key
 */
export async function previewSettings(services: Services, input: SettingChanges): Promise<SettingEffects> {
  const { db: executor, environment, settings } = services;
  await checkChanges(executor, services, input);
  const rows = await listSettings(executor);
  const today = dayIn(environment.TIME_ZONE, new Date());
  const next = overlay(rows, input, today);
  const before = (day: string) => environmentOf(settings.source, rows, day);
  const after = (day: string) => environmentOf(settings.source, next, day);
  const effects: string[] = [];
  for (const { key, from = today } of input.changes) {
    const found = await EFFECTS[key]?.({ executor, today, from, before, after });
    effects.push(...(found ?? []).filter((sentence) => sentence !== false));
  }
  const lastDay = input.changes.reduce((day, { from = today }) => (from > day ? from : day), today);
  const keys = input.changes.map(({ key }) => key);
  const doubts = findContradictions(after(lastDay), settings.source)
    .filter(({ settings: about }) => about.some((name) => keys.some((key) => key === name)))
    .map((contradiction) => sayLabels(sentenceOf(contradiction)));
  const isNewDayOff = keys.includes('DAYS_OFF');
  const pickups = isNewDayOff ? await countRegular(executor, newDaysOff(today, before, after)) : 0;
  return { effects, doubts, pickups };
}

const isKey = (name: string): name is SettingKey => SETTING_KEYS.some((key) => key === name);

/** People at the desk know labels, not names of the environment. */
const sayLabels = (sentence: string): string =>
  sentence.replaceAll(/[A-Z]+(?:_[A-Z]+)*/g, (name) => (isKey(name) ? `“${BRAND_SETTINGS[name].label}”` : name));
