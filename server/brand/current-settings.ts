/** What the brand’s settings are now. A change counts in every process within a second, without a restart. */
import { setTimeout as sleep } from 'node:timers/promises';
import { dayIn } from '../../src/domain/dates.ts';
import { SETTING_KEYS } from '../../src/domain/settings/brand-settings.ts';
import { type DaysOffFrom, joinDaysOff } from '../../src/domain/time-window.ts';
import { type Brand, readBrand } from '../base/config/brand.ts';
import type { StoredFile } from '../base/config/brand-folder.ts';
import { type Environment, isSetOnServer, readEnvironment, type Source } from '../base/config/env.ts';
import type { Executor } from '../base/database/client.ts';
import { isMissingTable } from '../base/errors/database-errors.ts';
import { currentWork, type Work } from '../base/process/current-work.ts';
import { listBrandFiles, storedFiles } from './store/brand-files.ts';
import { listSettings, type SettingRow, type SettingValues, valuesOn, versionsOf } from './store/brand-settings.ts';
import type { BrandFiles } from './write-brand.ts';

/** All of it belongs together: whoever reads twice keeps the same one. */
export interface BrandSet {
  environment: Environment;
  brand: Brand;
  /** Null if the app as it is built will do. */
  brandFiles: BrandFiles | null;
  rows: readonly SettingRow[];
  /** What counts on another day. */
  environmentOn(day: string): Environment;
}

export interface CurrentSettings {
  readonly set: BrandSet;
  /** The one that the current request or job began with. */
  readonly ofWork: BrandSet;
  /** What the environment says wins. */
  readonly source: Source;
  /** As the environment would be if these were all that the brand has set. */
  read(values: SettingValues): Environment;
  /** Resolves once what is stored by now counts in this process. */
  reload(): Promise<void>;
  /** Resolves once nothing is read or written to the disk any more. */
  stop(): Promise<void>;
}

interface Options {
  db: Executor;
  source: Source;
  /** Lays the brand over the built app. */
  write(brand: Brand): Promise<BrandFiles | null>;
  onFault(error: unknown): void;
  signal: AbortSignal;
}

const CHECK_MS = 1_000;

export async function openSettings({ db, source, write, onFault, signal }: Options): Promise<CurrentSettings> {
  let set = await compose(await readRows(db), await readFiles(db));
  let checkedAt = performance.now();
  let running: Promise<void> | null = null;
  let isStale = false;

  async function compose(rows: readonly SettingRow[], files: readonly StoredFile[]): Promise<BrandSet> {
    const environmentOn = rememberDays(source, rows);
    const environment = environmentOn(todayOf(source, rows));
    const lay = async (of: Environment, stored: readonly StoredFile[]) => {
      const brand = await readBrand(of, stored);
      return { brand, brandFiles: await write(brand) };
    };
    const laid = await lay(environment, files).catch((error: unknown) => {
      // The operator’s own mistakes end a start. What a page has saved never does.
      if (rows.length + files.length === 0) throw error;
      onFault(error);
      return lay({ ...environment, BRAND_COLOURS: readEnvironment(source).BRAND_COLOURS }, []);
    });
    return { environment, ...laid, rows, environmentOn };
  }

  /** The database may be away for longer than the connection that told of the change. */
  async function load(): Promise<void> {
    while (isStale && !signal.aborted) {
      isStale = false;
      try {
        set = await compose(await listSettings(db), storedFiles(await listBrandFiles(db)));
      } catch (error) {
        isStale = true;
        if (!signal.aborted) onFault(error);
        await sleep(CHECK_MS, undefined, { signal, ref: false }).catch(() => undefined);
      }
    }
  }

  /** Some settings count from tomorrow on. */
  function turnDay(): void {
    const now = performance.now();
    if (now - checkedAt < CHECK_MS) return;
    checkedAt = now;
    if (!set.rows.some(({ fromDay }) => fromDay !== null)) return;
    const environment = set.environmentOn(todayOf(source, set.rows));
    if (environment !== set.environment) set = { ...set, environment };
  }

  const sets = new WeakMap<Work, BrandSet>();

  return {
    source,
    get ofWork() {
      const work = currentWork.getStore();
      const known = work && sets.get(work);
      if (known) return known;
      turnDay();
      if (work) sets.set(work, set);
      return set;
    },
    read: (values) => readEnvironment(source, values),
    get set() {
      turnDay();
      return set;
    },
    reload() {
      isStale = true;
      running ??= load().finally(() => {
        running = null;
      });
      return running;
    },
    async stop() {
      await running;
    },
  };
}

/** A replica, or the database of an older version, may have no such table yet. */
const orNone = (error: unknown): [] => {
  if (isMissingTable(error)) return [];
  throw error;
};
const readRows = (db: Executor): Promise<SettingRow[]> => listSettings(db).catch(orNone);
const readFiles = async (db: Executor) => storedFiles(await listBrandFiles(db).catch(orNone));

/** Reads the settings as scripts do, which run beside a server or without one. */
export async function readSettings(db: Executor, source: Source): Promise<Environment> {
  const rows = await readRows(db);
  return environmentOf(source, rows, todayOf(source, rows));
}

/** The time zone is the same on all days. */
function todayOf(source: Source, rows: readonly SettingRow[]): string {
  const zone = source.TIME_ZONE || valuesOn(rows, '').TIME_ZONE || 'UTC';
  return dayIn(zone, new Date());
}

/** Days between two changes share what counts on them. */
function rememberDays(source: Source, rows: readonly SettingRow[]): BrandSet['environmentOn'] {
  const days = [...new Set(rows.map(({ fromDay }) => fromDay ?? ''))].toSorted();
  const known = new Map<string, Environment>();
  return (day) => {
    const from = days.findLast((one) => one <= day) ?? '';
    const environment = known.get(from) ?? environmentOf(source, rows, from);
    known.set(from, environment);
    return environment;
  };
}

export function environmentOf(source: Source, rows: readonly SettingRow[], day: string): Environment {
  const environment = readEnvironment(source, valuesOn(rows, day));
  if (isSetOnServer(source, 'DAYS_OFF')) return environment;
  const versions = versionsOf(rows, 'DAYS_OFF').map(
    ({ fromDay, value }): DaysOffFrom => ({
      from: fromDay ?? '',
      days: readEnvironment(source, { DAYS_OFF: value ?? '' }).DAYS_OFF,
    }),
  );
  return { ...environment, DAYS_OFF: joinDaysOff(versions) };
}

/** The names that stand in both, of which the brand’s page only shows what the environment says. */
export const findSetTwice = (source: Source, rows: readonly SettingRow[]) =>
  SETTING_KEYS.filter((key) => isSetOnServer(source, key) && versionsOf(rows, key).some(({ value }) => value !== null));
