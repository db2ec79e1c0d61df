/** An older `version` is a conflict. */
import * as v from 'valibot';
import { calendarDay, IdSchema, optionalText, requiredText, strictInput } from '../field-schemas.ts';
import { ArrivalSchema, MAX_SEARCH_LENGTH, PageNumberSchema } from '../paged.ts';
import type { ShipmentStatus } from '../shipment-status.ts';
import { MAX_TASKS, RunVersionNumberSchema } from './facts.ts';

const idList = (name: string) =>
  v.pipe(
    v.array(IdSchema, `${name} must be a list.`),
    v.maxLength(MAX_TASKS, `${name} can have at most ${MAX_TASKS} entries.`),
  );

/** They go into the run although a manager should decide first. */
const despite = v.optional(idList('Shipments to add anyway'));

const run = { id: IdSchema, version: RunVersionNumberSchema };

/** Only the server knows `today`. */
const day = v.union([v.literal('today'), calendarDay('Day')], 'Day must be a date.');

/** runAdmin.daySheet. */
export const DaySchema = strictInput({ day });

/** `coming`: the open runs of today and of the planned days after it. */
export const RunsOfDaySchema = strictInput({
  day: v.union([v.literal('today'), v.literal('coming'), calendarDay('Day')], 'Day must be a date.'),
});
/** Limits of `coming`. */
export const MAX_COMING_DAYS = 14;
export const MAX_COMING_RUNS = 200;

export const SortMapQuerySchema = RunsOfDaySchema;
export const MAX_SORTED = 2_000;

export const PoolSchema = strictInput({
  page: strictInput({
    page: v.optional(PageNumberSchema),
    q: v.optional(optionalText('Search', MAX_SEARCH_LENGTH)),
    arrival: ArrivalSchema,
  }),
});
export const POOL_PAGE_SIZE = 50;
export type PoolSearch = v.InferOutput<typeof PoolSchema>['page'];

export const canBeInRun = ({ status }: { status: ShipmentStatus }): boolean =>
  status !== 'delivered' && status !== 'cancelled';

export const CreateRunSchema = strictInput({
  day,
  name: requiredText('Name', 100),
  courierId: IdSchema,
  shipmentIds: v.optional(idList('Shipments')),
  despite,
});
export type CreateRun = v.InferOutput<typeof CreateRunSchema>;

export const RunFormSchema = strictInput({
  day: calendarDay('Day'),
  name: CreateRunSchema.entries.name,
  courierId: v.pipe(v.string('Choose a courier.'), v.nonEmpty('Choose a courier.'), IdSchema),
});

export const AddToRunSchema = strictInput({ ...run, shipmentIds: idList('Shipments'), despite });
export type AddToRun = v.InferOutput<typeof AddToRunSchema>;

export const ReorderRunSchema = strictInput({ ...run, stopIds: idList('Stops') });
export type ReorderRun = v.InferOutput<typeof ReorderRunSchema>;

/** runAdmin.suggestOrder, release, close and cancel. */
export const ChangeRunSchema = strictInput(run);
export type ChangeRun = v.InferOutput<typeof ChangeRunSchema>;

/** runAdmin.move. Without `taskIds` all; without `courierId` to the pool. */
export const MoveTasksSchema = strictInput({
  ...run,
  taskIds: v.optional(idList('Tasks')),
  courierId: v.optional(IdSchema),
});
export type MoveTasks = v.InferOutput<typeof MoveTasksSchema>;

export const OpenExceptionsSchema = strictInput({
  /** `all` is for all runs, `surprises` for what was collected by surprise. */
  shipmentId: v.union([v.picklist(['all', 'surprises']), IdSchema], 'This is not a valid ID.'),
});
export const MAX_OPEN_EXCEPTIONS = 100;

export const ResolveExceptionSchema = strictInput({ id: IdSchema, note: v.optional(optionalText('Note', 200)) });
export type ResolveException = v.InferOutput<typeof ResolveExceptionSchema>;

export const RunVersionSchema = v.object({ id: v.string(), version: v.number() });
export type RunVersion = v.InferOutput<typeof RunVersionSchema>;
