/**
 * The managers' calls about runs. `version` is what the manager saw: an older one is a conflict.
 */
import * as v from 'valibot';
import { calendarDay, IdSchema, optionalText, requiredText, strictInput } from '../field-schemas.ts';
import { MAX_SEARCH_LENGTH, PageNumberSchema } from '../paged.ts';
import type { ShipmentStatus } from '../shipment-status.ts';
import { MAX_TASKS, RunVersionNumberSchema } from './facts.ts';

const idList = (name: string) =>
  v.pipe(
    v.array(IdSchema, `${name} must be a list.`),
    v.maxLength(MAX_TASKS, `${name} can have at most ${MAX_TASKS} entries.`),
  );

const run = { id: IdSchema, version: RunVersionNumberSchema };

/** A calendar day, or `today` in the brand's time zone, which only the server knows. */
const day = v.union([v.literal('today'), calendarDay('Day')], 'Day must be a date.');

/** runAdmin.list: a day's runs; today's with those of other days that are still to be done. */
export const RunsOfDaySchema = strictInput({ day });

/** runAdmin.pool: shipments without an open task. */
export const PoolSchema = strictInput({
  page: strictInput({
    page: v.optional(PageNumberSchema),
    q: v.optional(optionalText('Search', MAX_SEARCH_LENGTH)),
  }),
});
/** Rows of the pool on a page: enough to fill a run in a few taps. */
export const POOL_PAGE_SIZE = 50;
export type PoolSearch = v.InferOutput<typeof PoolSchema>['page'];

/** Whether a shipment is still to be delivered. */
export const canBeInRun = ({ status }: { status: ShipmentStatus }): boolean =>
  status !== 'delivered' && status !== 'cancelled';

/** runAdmin.create. */
export const CreateRunSchema = strictInput({
  day,
  name: requiredText('Name', 100),
  courierId: IdSchema,
  shipmentIds: v.optional(idList('Shipments')),
});
export type CreateRun = v.InferOutput<typeof CreateRunSchema>;

/** What a manager fills in for a new run. */
export const RunFormSchema = strictInput({
  day: calendarDay('Day'),
  name: CreateRunSchema.entries.name,
  courierId: v.pipe(v.string('Choose a courier.'), v.nonEmpty('Choose a courier.'), IdSchema),
});

/** runAdmin.add: shipments, each at the stop of its door. */
export const AddToRunSchema = strictInput({ ...run, shipmentIds: idList('Shipments') });
export type AddToRun = v.InferOutput<typeof AddToRunSchema>;

/** runAdmin.reorder: every stop, in the new order. */
export const ReorderRunSchema = strictInput({ ...run, stopIds: idList('Stops') });
export type ReorderRun = v.InferOutput<typeof ReorderRunSchema>;

/** runAdmin.release, close and cancel. */
export const ChangeRunSchema = strictInput(run);
export type ChangeRun = v.InferOutput<typeof ChangeRunSchema>;

/**
 * runAdmin.move: these parcels, or without `taskIds` the whole run, to another courier's run of
 * that day, or without `courierId` back to the pool.
 */
export const MoveTasksSchema = strictInput({
  ...run,
  taskIds: v.optional(idList('Tasks')),
  courierId: v.optional(IdSchema),
});
export type MoveTasks = v.InferOutput<typeof MoveTasksSchema>;

/** runAdmin.exceptions: those of a shipment, or `all`. */
export const OpenExceptionsSchema = strictInput({
  shipmentId: v.union([v.literal('all'), IdSchema], 'This is not a valid ID.'),
});
/** The newest open exceptions that are listed at once. */
export const MAX_OPEN_EXCEPTIONS = 100;

/** runAdmin.resolve: a manager has looked at an exception, with a word about what was done. */
export const ResolveExceptionSchema = strictInput({ id: IdSchema, note: v.optional(optionalText('Note', 200)) });
export type ResolveException = v.InferOutput<typeof ResolveExceptionSchema>;

/** A run after a change: what to send with the next one. */
export const RunVersionSchema = v.object({ id: v.string(), version: v.number() });
export type RunVersion = v.InferOutput<typeof RunVersionSchema>;
