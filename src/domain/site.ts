/** A brand's name and details. */
import type { LegalName } from './legal-terms.ts';

export interface Site {
  name: string;
  /** It replaces the name where there is little room. */
  letter: string;
  /** Where people write to. */
  support: string;
  /** Empty if it follows from the app’s own address. */
  homeUrl: string;
  /** The desk's number; empty if the brand gives none. */
  phone: string;
  dialed: string;
  timeZone: string;
  /** ISO 4217. */
  currency: string;
  /** Cash is rounded to it; 0 if cash can pay any amount. */
  smallestCoin: number;
  /** If it can text receivers, they need no email. */
  texts: boolean;
  legal: readonly { name: LegalName; file: string }[];
}

/** What the app is built with (specification section 1). */
export const DEFAULT_SITE: Site = {
  name: 'Waybill',
  letter: 'W',
  support: 'support@localhost',
  homeUrl: '',
  phone: '',
  dialed: '',
  timeZone: 'UTC',
  currency: 'USD',
  smallestCoin: 0,
  texts: false,
  legal: [],
};

export const letterOf = (name: string): string => [...name][0] ?? '';

export const SITE_ID = 'site';

/** An inert element. */
export const siteElement = (site: Site): string =>
  `<script type="application/json" id="${SITE_ID}">${JSON.stringify(site).replaceAll('<', '\\u003c')}</script>`;
