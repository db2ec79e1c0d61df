/** The first hour of a brand: each step is done when it really is, and none has to be. */
import { counted } from '../../domain/figures.ts';
import { BRAND_SETTINGS, type SettingKey } from '../../domain/settings/brand-settings.ts';
import { FIRST_PARCELS, type SetUp } from '../../domain/settings/set-up.ts';
import type { Setting } from '../../domain/settings/settings.ts';

export const STEPS = ['brand', 'place', 'promise', 'prices', 'people', 'label', 'parcels', 'run', 'delivery'] as const;
export type StepName = (typeof STEPS)[number];

export const STEP_TITLES: Record<StepName, string> = {
  brand: 'Name and logo',
  place: 'Where you are',
  promise: 'What you promise',
  prices: 'Prices',
  people: 'Couriers and colleagues',
  label: 'A test label',
  parcels: 'The first parcels',
  run: 'The first run',
  delivery: 'The first delivery',
};

/** The settings that a step asks for. */
export const ASKED = {
  brand: ['SITE_NAME', 'SITE_PHONE', 'MAIL_REPLY_TO', 'BRAND_COLOURS'],
  place: ['SITE_ADDRESS', 'DEPOT', 'TIME_ZONE', 'CURRENCY', 'TAX_RATES'],
  promise: ['DAYS_OFF', 'RUNS_START', 'PROOF_POLICY', 'RETURN_WINDOWS'],
} as const satisfies Partial<Record<StepName, readonly SettingKey[]>>;

const NEEDED: readonly SettingKey[] = ['SITE_NAME', 'SITE_PHONE', 'SITE_ADDRESS', 'DEPOT', 'TIME_ZONE', 'CURRENCY'];

/** What the browser knows of where one is. Nobody has to save what is so already. */
export type Proposed = Partial<Record<SettingKey, string | undefined>>;

interface Known {
  settings: readonly Setting[];
  facts: SetUp;
  proposed: Proposed;
  hasTestLabel: boolean;
}

/** Null once the step is done. */
export function missingIn(step: StepName, known: Known): string | null {
  const { facts } = known;
  switch (step) {
    case 'brand':
    case 'place':
      return missingSettings(
        ASKED[step].filter((key) => NEEDED.includes(key)),
        known,
      );
    case 'promise':
      return ASKED.promise.some((key) => isSet(key, known)) ? null : 'Nothing chosen yet: everything is as usual';
    case 'prices':
      return facts.rates > 0 ? null : 'No rate yet';
    case 'people':
      if (facts.couriersHere > 0) return null;
      return facts.couriers > 0
        ? `${counted(facts.couriers, 'courier')} invited, nobody has signed in yet`
        : 'No courier yet';
    case 'label':
      return facts.isLabelPrinted || known.hasTestLabel ? null : 'Nothing printed yet';
    case 'parcels':
      return facts.parcels >= FIRST_PARCELS ? null : `${facts.parcels} of ${FIRST_PARCELS}`;
    case 'run':
      return facts.hasRun ? null : 'No run yet';
    case 'delivery':
      return facts.isDelivered ? null : 'Nothing delivered yet';
  }
}

function isSet(key: SettingKey, { settings, proposed }: Known): boolean {
  const setting = settings.find((one) => one.key === key);
  return setting !== undefined && (setting.source !== 'usual' || setting.value === proposed[key]);
}

function missingSettings(keys: readonly SettingKey[], known: Known): string | null {
  const missing = keys.filter((key) => !isSet(key, known)).map((key) => BRAND_SETTINGS[key].label.toLowerCase());
  return missing.length > 0 ? `Missing: ${missing.join(', ')}` : null;
}
