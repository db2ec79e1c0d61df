import * as v from 'valibot';
import { calendarDay, IdSchema, optionalText, strictInput } from './field-schemas.ts';
import { LAST_PAGE } from './pagination.ts';
import { SHIPMENT_RELATIONS } from './shipment.ts';
import { SHIPMENT_STATUSES } from './shipment-status.ts';

/** A page by its number, from 1. */
export const PageNumberSchema = v.pipe(
  v.number('There is no such page.'),
  v.integer('There is no such page.'),
  v.minValue(1, 'There is no such page.'),
  v.maxValue(LAST_PAGE, 'There is no such page.'),
);

/**
 * `page` on the wire is the parsed search object of the URL. An empty object asks for the newest few, a page for ten
 * (product decision 2).
 */
export const PageSearchSchema = strictInput({
  page: v.optional(PageNumberSchema),
  q: v.optional(optionalText('Search', 100)),
  status: v.optional(v.picklist(SHIPMENT_STATUSES, 'There is no such status.')),
  from: v.optional(calendarDay('From')),
  to: v.optional(calendarDay('To')),
});
export type PageSearch = v.InferOutput<typeof PageSearchSchema>;

/** { data, total, pagination }; `total` under a search is exact to 1,000, and 1,001 stands for more. */
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

/** shipment.getShipments. */
export const OwnShipmentsSchema = strictInput({
  page: PageSearchSchema,
  rel: v.picklist(SHIPMENT_RELATIONS, 'Rel must be sender or receiver.'),
});
/** shipmentAdmin.getShipments; with a user, only what that person sends or receives. */
export const ManagedShipmentsSchema = strictInput({ page: PageSearchSchema, userId: v.optional(IdSchema) });
/** userAdmin.getUsers: people have no status, and are not looked for by day. */
export const ManagedUsersSchema = strictInput({ page: v.pick(PageSearchSchema, ['page', 'q']) });
export type UserSearch = v.InferOutput<typeof ManagedUsersSchema>['page'];
