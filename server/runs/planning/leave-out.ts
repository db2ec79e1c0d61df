import { countryCodeOf } from '../../../src/domain/country.ts';
import { medianOf, type Point } from '../../../src/domain/places/places.ts';
import { isInReach } from '../../../src/domain/places/reach.ts';
import type { RunPlan } from '../../../src/domain/routing/plan.ts';

type Left = RunPlan['left'];

interface Door {
  id: string;
  address: string;
  at?: Point | undefined;
  /** The shop or the receiver wrote it. */
  country: string;
}

interface From {
  depot: Point | undefined;
  timeZone: string;
}

/** Lists doors that no van of the day can reach, by their place or, if unknown, by their country. */
export function leaveOutOfReach(doors: readonly Door[], { depot, timeZone }: From): Left {
  const known = doors.flatMap(({ at }) => at ?? []);
  const centre = depot ?? (known.length > 0 ? medianOf(known) : undefined);
  const isFar = ({ at }: Door) => at !== undefined && centre !== undefined && !isInReach(centre, at);
  // If there is no depot, most doors have to say where the day is.
  const isCentre = depot !== undefined || doors.filter(isFar).length * 2 < known.length;
  const countries = new Map(doors.map((door) => [door.id, countryOf(door)]));
  const isAbroad = abroadFrom(timeZone, [...countries.values()]);
  return doors.flatMap((door): Left => {
    const abroad = isAbroad(countries.get(door.id) ?? null);
    const isOut = door.at && centre ? isCentre && isFar(door) : abroad;
    return isOut ? [{ doorId: door.id, reason: abroad ? 'abroad' : 'far' }] : [];
  });
}

/** The address’s last line may be a country; two letters there are a state or a province. */
function countryOf({ address, country }: Door): string | null {
  const last = (address.split(/[\n,]/).at(-1) ?? '').trim();
  return (last.length > 2 ? countryCodeOf(last) : null) ?? countryCodeOf(country);
}

/** The brand’s country is its time zone's or, where that has none, the one that is named most. */
function abroadFrom(timeZone: string, named: readonly (string | null)[]): (country: string | null) => boolean {
  const zone = new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone;
  if (/\//.test(zone) && !zone.startsWith('Etc/')) {
    return (country) => country !== null && !zonesOf(country).includes(zone);
  }
  const counts = new Map<string, number>();
  for (const country of named) if (country) counts.set(country, (counts.get(country) ?? 0) + 1);
  const home = [...counts].reduce((most, one) => (one[1] > most[1] ? one : most), ['', 0])[0];
  return (country) => country !== null && country !== home;
}

/** Newer versions of Node have a method, older ones a property. */
function zonesOf(country: string): readonly string[] {
  const locale = new Intl.Locale(`und-${country}`) as Intl.Locale & {
    getTimeZones?: () => string[];
    timeZones?: string[];
  };
  return locale.getTimeZones?.() ?? locale.timeZones ?? [];
}
