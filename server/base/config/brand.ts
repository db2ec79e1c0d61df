import { smallestCoin } from '../../../src/domain/cash.ts';
import { dialedNumber } from '../../../src/domain/phone-number.ts';
import type { BrandColours } from '../../../src/domain/settings/brand-colours.ts';
import { DEFAULT_SITE, letterOf, type Site } from '../../../src/domain/site.ts';
import { type BrandFolder, readBrandFolder, type StoredFile } from './brand-folder.ts';
import type { Environment } from './env.ts';
import { supportAddress } from './support-address.ts';

/** Emails find the logo here for as long as they are read. */
export const MAIL_LOGO = '/icons/logo.png';

export interface Brand extends BrandFolder {
  site: Omit<Site, 'legal'>;
  colours: BrandColours | null;
}

export const textsReceivers = ({ SMS_URL, SMS_EVENTS }: Pick<Environment, 'SMS_URL' | 'SMS_EVENTS'>): boolean =>
  SMS_URL !== undefined && SMS_EVENTS.length > 0;

/** Returns 0 for any amount. */
export const coinOf = ({ SMALLEST_COIN, CURRENCY }: Pick<Environment, 'SMALLEST_COIN' | 'CURRENCY'>): number =>
  SMALLEST_COIN ?? smallestCoin(CURRENCY);

/**
 * Reads the brand from the settings and its folder.
 * @throws An error that says which part cannot be used, and why.
 */
export async function readBrand(environment: Environment, stored: readonly StoredFile[] = []): Promise<Brand> {
  const { SITE_NAME, SITE_HOME_URL, SITE_PHONE, TIME_ZONE, CURRENCY, BRAND_COLOURS, BRAND_DIR } = environment;
  return {
    site: {
      name: SITE_NAME,
      letter: letterOf(SITE_NAME),
      support: supportAddress(environment),
      homeUrl: SITE_HOME_URL,
      phone: SITE_PHONE,
      dialed: dialedNumber(SITE_PHONE),
      timeZone: TIME_ZONE,
      currency: CURRENCY,
      smallestCoin: coinOf(environment),
      texts: textsReceivers(environment),
    },
    colours: Object.keys(BRAND_COLOURS).length > 0 ? await composeColours(BRAND_COLOURS) : null,
    ...(await readBrandFolder(BRAND_DIR, stored)),
  };
}

/** Few brands name colours, and the library for them takes a while to load. */
async function composeColours(named: Environment['BRAND_COLOURS']): Promise<BrandColours> {
  return (await import('../../../src/domain/settings/brand-colours.ts')).composeColours(named);
}

export function isDefaultBrand({ site, colours, pictures, legal }: Brand): boolean {
  const names = Object.keys(site) as (keyof typeof site)[];
  return (
    names.every((name) => site[name] === DEFAULT_SITE[name]) &&
    colours === null &&
    Object.keys({ ...pictures, ...legal }).length === 0
  );
}
