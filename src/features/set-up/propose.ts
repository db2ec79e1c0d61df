const CURRENCIES: Readonly<Record<string, string>> = {
  EUR: 'AT BE CY DE EE ES FI FR GR HR IE IT LT LU LV MT NL PT SI SK',
  SEK: 'SE',
  NOK: 'NO',
  DKK: 'DK',
  CHF: 'CH LI',
  GBP: 'GB',
  PLN: 'PL',
  CZK: 'CZ',
  HUF: 'HU',
  RON: 'RO',
  BGN: 'BG',
  ISK: 'IS',
  USD: 'US',
  CAD: 'CA',
  AUD: 'AU',
  NZD: 'NZ',
  JPY: 'JP',
};
/** About how many make up a euro. */
const WORTH: Readonly<Record<string, number>> = {
  SEK: 10,
  NOK: 10,
  DKK: 10,
  PLN: 4,
  CZK: 25,
  HUF: 400,
  ISK: 150,
  JPY: 150,
};

export const proposeTimeZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Undefined for a language without a country, such as `en`. */
export function proposeCurrency(language: string = navigator.language): string | undefined {
  const { region } = new Intl.Locale(language);
  return Object.keys(CURRENCIES).find((currency) => region && CURRENCIES[currency]?.split(' ').includes(region));
}

/** What a parcel of up to 2, 5 and 20 kg might cost: to begin with, not to stay with. */
export const proposeFees = (currency: string): [number, number, number] => {
  const worth = WORTH[currency] ?? 1;
  const fee = (euros: number) => (worth === 1 ? euros : Math.round((euros * worth) / 5) * 5);
  return [fee(5.9), fee(8.9), fee(14.9)];
};
