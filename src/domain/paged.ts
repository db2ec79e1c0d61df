import * as v from 'valibot';
import { calendarDay, IdSchema, optionalText, strictInput, TimeZoneSchema } from './field-schemas.ts';
import { counted, grouped } from './figures.ts';
import { EXACT_TOTAL_UNDER_SEARCH, LAST_PAGE, PAGE_SIZES, parsePage } from './pagination.ts';
import { ROLES } from './roles.ts';
import { SHIPMENT_RELATIONS } from './shipment.ts';
import { SHIPMENT_STATUSES } from './shipment-status.ts';
import { readerTimeZone } from './time-zone.ts';
import { findTrackingId } from './tracking-id.ts';
import { shipmentWork, userWork } from './work.ts';

export const MAX_SEARCH_LENGTH = 100;

/** Returns the tracking ID of a pasted link, however wrapped. */
export const searchTerm = (typed: string): string =>
  (/:\/|%3A/i.test(typed) && findTrackingId(typed)) || typed.slice(0, MAX_SEARCH_LENGTH).toWellFormed();

export const PageNumberSchema = v.pipe(
  v.number('This page doesn’t exist.'),
  v.integer('This page doesn’t exist.'),
  v.minValue(1, 'This page doesn’t exist.'),
  v.maxValue(LAST_PAGE, 'This page doesn’t exist.'),
);

export const LIST_DAYS = ['created', 'changed', 'delivered'] as const;

/** `announced`: nobody here has scanned it yet. */
export const ArrivalSchema = v.optional(v.picklist(['announced', 'arrived'], 'Arrival must be announced or arrived.'));
export type Arrival = v.InferOutput<typeof ArrivalSchema>;

/** It gets the newest few without `page` (product decision 2). */
export const PageSearchSchema = strictInput({
  page: v.optional(PageNumberSchema),
  q: v.optional(optionalText('Search', MAX_SEARCH_LENGTH)),
  status: v.optional(v.picklist(SHIPMENT_STATUSES, 'This status doesn’t exist.')),
  from: v.optional(calendarDay('From')),
  to: v.optional(calendarDay('To')),
  /** `from` and `to` limit this date; the default is the creation. */
  days: v.optional(v.picklist(LIST_DAYS, 'Days must be created, changed or delivered.')),
  /** UTC by default. */
  zone: v.optional(TimeZoneSchema),
  arrival: ArrivalSchema,
});
export type PageSearch = v.InferOutput<typeof PageSearchSchema>;

/** People may type the query, so invalid filters are dropped. */
export function parsePageSearch(search: { get(name: string): string | null }): PageSearch & { page: number } {
  const filter = <Name extends 'q' | 'status' | 'from' | 'to' | 'days'>(name: Name, value = search.get(name)) => {
    const { success, output } = v.safeParse(PageSearchSchema.entries[name], value || undefined);
    return { [name]: success ? output || undefined : undefined } as Pick<PageSearch, Name>;
  };
  return {
    page: parsePage(search.get('page')),
    ...filter('q', searchTerm(search.get('q') ?? '')),
    ...filter('status'),
    ...filter('from'),
    ...filter('to'),
    ...filter('days'),
    ...parseArrival(search),
  };
}

export function inReaderTimeZone<Search extends Pick<PageSearch, 'from' | 'to' | 'zone'>>(search: Search): Search {
  return search.from || search.to ? { ...search, zone: readerTimeZone() } : search;
}

export const FIRST_PAGE = parsePageSearch({ get: () => null });

/** The index of trigrams needs more. */
export function isPrefixSearch(q: string): boolean {
  return [...q].length < 3;
}

export function isFiltered({ q, status, from, to, work, printed, arrival }: ManagedPageSearch): boolean {
  return Boolean(q || status || from || to || work || printed || arrival);
}

export function formatTotal(total: number, { q, from, to, printed, arrival }: ManagedPageSearch, noun: string): string {
  return q || from || to || printed || arrival ? formatCapped(total, noun) : counted(total, noun);
}

/** Formats a total that stops at 1,001. */
export const formatCapped = (total: number, noun: string): string =>
  total > EXACT_TOTAL_UNDER_SEARCH ? `${grouped(EXACT_TOTAL_UNDER_SEARCH)}+ ${noun}s` : counted(total, noun);

/** A search stops counting at a `total` of 1,001. */
export const paged = <Row extends v.GenericSchema>(row: Row) =>
  v.object({
    data: v.array(row),
    total: v.number(),
    pagination: v.object({ prev: v.nullable(v.number()), next: v.nullable(v.number()) }),
  });

export interface Paged<Row> {
  data: Row[];
  total: number;
  pagination: { prev: number | null; next: number | null };
}

export const BeforeSchema = strictInput({ before: v.optional(IdSchema) });
export type Before = v.InferOutput<typeof BeforeSchema>;

export const OwnShipmentsSchema = strictInput({
  page: PageSearchSchema,
  rel: v.picklist(SHIPMENT_RELATIONS, 'Rel must be sender or receiver.'),
});
export const ManagedPageSearchSchema = strictInput({
  ...PageSearchSchema.entries,
  work: v.optional(shipmentWork),
  printed: v.optional(v.picklist(['no'], 'Printed can only be no.')),
});
export type ManagedPageSearch = v.InferOutput<typeof ManagedPageSearchSchema>;

/** Parses a manager's query string, like `parsePageSearch`. */
export function parseManagedPageSearch(search: Parameters<typeof parsePageSearch>[0]) {
  const { success, output } = v.safeParse(shipmentWork, search.get('work'));
  const printed = search.get('printed') === 'no' ? ('no' as const) : undefined;
  return { ...parsePageSearch(search), work: success ? output : undefined, printed };
}

export function parseArrival(search: { get(name: string): string | null }): { arrival: Arrival } {
  const { success, output } = v.safeParse(ArrivalSchema, search.get('arrival') ?? undefined);
  return { arrival: success ? output : undefined };
}

/** Ten rows by default. */
export const PageSizeSchema = v.optional(v.picklist(PAGE_SIZES, 'The size of a page is 10, 25, 50 or 100 rows.'));
const ManagedPageSchema = strictInput({ ...ManagedPageSearchSchema.entries, size: PageSizeSchema });
export type ManagedPage = v.InferOutput<typeof ManagedPageSchema>;
export const ManagedShipmentsSchema = strictInput({ page: ManagedPageSchema, userId: v.optional(IdSchema) });
/** `deactivated` finds people who had a role. */
export const userRole = v.picklist([...ROLES, 'deactivated'], 'This role doesn’t exist.');
export type UserRole = v.InferOutput<typeof userRole>;

export const ManagedUsersSchema = strictInput({
  page: strictInput({
    ...v.pick(ManagedPageSchema, ['page', 'q', 'size']).entries,
    work: v.optional(userWork),
    role: v.optional(userRole),
  }),
});
export type UserSearch = v.InferOutput<typeof ManagedUsersSchema>['page'];
