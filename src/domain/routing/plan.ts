import * as v from 'valibot';
import { IdSchema, strictInput } from '../field-schemas.ts';
import { groupRows } from '../group-rows.ts';
import { countUpTo } from '../limit-schemas.ts';
import { compareText, foldPostcode, parseAddress, readWritten } from '../places/parse-address.ts';
import { MAX_TASKS } from '../runs/facts.ts';
import { ChangeRunSchema, CreateRunSchema } from '../runs/manage.ts';
import { CourierNameSchema, PointSchema } from '../runs/views.ts';
import type { DoorToPlan } from './planned-tour.ts';

export const MAX_PLANNED_COURIERS = 30;
/** Shipments of one plan. */
export const MAX_PLANNED = 2_000;
export const MAX_PLANNED_MINUTES = 24 * 60;
const MIN_AREAS_PER_COURIER = 2;

const uniqueIds = (name: string, maximum: number, sentence?: string) =>
  v.pipe(
    v.array(IdSchema, `${name} must be a list.`),
    v.minLength(sentence ? 1 : 0, sentence),
    v.maxLength(maximum, `${name} can have at most ${maximum} entries.`),
    v.transform((ids) => [...new Set(ids)]),
  );

/** Each courier has these limits. */
export const PlanRunsSchema = strictInput({
  day: CreateRunSchema.entries.day,
  courierIds: uniqueIds('Couriers', MAX_PLANNED_COURIERS, 'Choose at least one courier.'),
  selection: v.union(
    [v.literal('pool'), strictInput({ ids: uniqueIds('Shipments', MAX_PLANNED, 'Choose at least one shipment.') })],
    'Selection must be a list of shipments.',
  ),
  maxStops: v.optional(countUpTo('Most stops', MAX_TASKS)),
  maxMinutes: v.optional(countUpTo('Most minutes', MAX_PLANNED_MINUTES)),
  /** It also plans what is announced and not here yet. */
  announced: v.optional(v.boolean('Announced must be true or false.')),
});
export type PlanRuns = v.InferOutput<typeof PlanRunsSchema>;

export const NOT_PLANNED_REASONS = [
  'to-decide',
  'announced',
  'other-day',
  'in-run',
  'ended',
  'deleted',
  'too-many',
] as const;
export type NotPlannedReason = (typeof NOT_PLANNED_REASONS)[number];

/** A door is left out of every tour by this limit, or because no van can get there. */
export const LEFT_REASONS = [
  'stops',
  'minutes',
  'hours',
  'parcels',
  'room',
  'area',
  'abroad',
  'far',
  'collection',
] as const;
export type LeftReason = (typeof LEFT_REASONS)[number];

const most = v.optional(v.number());
const LoadSchema = v.object({ pieces: most, kilograms: most, litres: most });

const PlannedDoorSchema = v.object({
  id: v.string(),
  address: v.string(),
  at: v.optional(PointSchema),
  /** It is only the middle of its street or postcode. */
  isAbout: v.optional(v.boolean()),
  stops: v.number(),
  shipmentIds: v.array(v.string()),
  /** What a courier comes for; `load` as far as it is known. */
  collection: v.optional(
    v.object({ id: v.string(), party: v.string(), expected: v.number(), load: v.optional(LoadSchema) }),
  ),
  /** Doors that get what is collected here. */
  before: v.optional(v.array(v.string())),
  /** The same plan collects this part of its parcels. */
  direct: v.optional(LoadSchema),
  /** More than its shipments where one has several. */
  parcels: v.optional(v.number()),
  /** All of its parcels may come between these minutes of the day. */
  window: v.optional(v.object({ from: v.number(), until: v.number() })),
  /** Sums of what is known; missing if nothing is. */
  kilograms: v.optional(v.number()),
  litres: v.optional(v.number()),
});
export type PlannedDoor = v.InferOutput<typeof PlannedDoorSchema>;

/** A proposal is not stored. */
export const RunPlanSchema = v.object({
  day: v.string(),
  /** The next day that is no day off. */
  nextDay: v.optional(v.string()),
  depot: v.optional(PointSchema),
  doors: v.array(PlannedDoorSchema),
  /** Doors are in order. Kilometres are null while most places are unknown. */
  tours: v.array(
    v.object({
      courier: CourierNameSchema,
      doorIds: v.array(v.string()),
      km: v.nullable(v.number()),
      minutes: v.number(),
      /** It is a minute of the day; missing for the usual one. */
      startAt: v.optional(v.number()),
      /** What fits into the van. */
      room: v.optional(LoadSchema),
      maxMinutes: v.optional(v.number()),
      late: v.optional(v.array(v.object({ id: v.string(), minutes: v.number() }))),
    }),
  ),
  left: v.array(v.object({ doorId: v.string(), reason: v.picklist(LEFT_REASONS) })),
  /** `count` of shipments. */
  notPlanned: v.array(v.object({ reason: v.picklist(NOT_PLANNED_REASONS), count: v.number() })),
  /** `about` counts doors known only by street or postcode. */
  placed: v.number(),
  about: v.optional(v.number()),
});
export type RunPlan = v.InferOutput<typeof RunPlanSchema>;

export const doorToPlan = ({ shipmentIds, parcels = shipmentIds.length, ...door }: PlannedDoor): DoorToPlan => ({
  ...door,
  parcels: shipmentIds.length,
  pieces: parcels,
  ...(door.collection && { collects: { pieces: door.collection.expected, ...door.collection.load } }),
});

const AFTER = 'After must be a whole number from 0.';

/** runAdmin.createMany: all or none. */
export const CreateRunsSchema = strictInput({
  day: CreateRunSchema.entries.day,
  runs: v.pipe(
    v.array(
      v.pipe(
        strictInput({
          name: CreateRunSchema.entries.name,
          courierId: IdSchema,
          shipmentIds: uniqueIds('Shipments', MAX_TASKS),
          /** `after` so many of the shipments. */
          collections: v.optional(
            v.pipe(
              v.array(
                strictInput({ id: IdSchema, after: v.pipe(v.number(AFTER), v.integer(AFTER), v.minValue(0, AFTER)) }),
                'Collections must be a list.',
              ),
              v.maxLength(MAX_TASKS, `Collections can have at most ${MAX_TASKS} entries.`),
            ),
          ),
        }),
        v.forward(
          v.check(
            ({ shipmentIds, collections = [] }) => shipmentIds.length + collections.length > 0,
            'A run needs at least one shipment or collection.',
          ),
          ['shipmentIds'],
        ),
      ),
      'Runs must be a list.',
    ),
    v.minLength(1, 'Plan at least one run.'),
    v.maxLength(MAX_PLANNED_COURIERS, `Runs can have at most ${MAX_PLANNED_COURIERS} entries.`),
  ),
  despite: CreateRunSchema.entries.despite,
});
export type CreateRuns = v.InferOutput<typeof CreateRunsSchema>;

/** It changes all or none. */
export const ChangeRunsSchema = strictInput({
  runs: v.pipe(
    v.array(ChangeRunSchema, 'Runs must be a list.'),
    v.minLength(1, 'Choose at least one run.'),
    v.maxLength(MAX_PLANNED_COURIERS, `Runs can have at most ${MAX_PLANNED_COURIERS} entries.`),
  ),
});
export type ChangeRuns = v.InferOutput<typeof ChangeRunsSchema>;

export interface DistrictName {
  name: string;
  /** Written as in addresses; '' if unknown. */
  town: string;
  codes: string;
}

/**
 * Managers move doors by district: the postal area, or the postcode where there are few areas, or
 * else the last line of the address.
 */
export function districtsOf(doors: readonly Pick<PlannedDoor, 'id' | 'address'>[], couriers: number) {
  const read = doors.map(({ id, address }) => ({ id, ...parseAddress(address), ...readWritten(address) }));
  const isCoarse = new Set(read.map(({ area }) => area)).size < MIN_AREAS_PER_COURIER * couriers;
  const keyOf = (door: (typeof read)[number]) => door[isCoarse ? 'postcode' : 'area'] || door.lastLine;
  const districts = new Map<string, DistrictName>();
  for (const own of groupRows(read, keyOf).values()) {
    const towns = [...groupRows(own, ({ writtenTown }) => writtenTown)];
    const [town = ''] = towns.reduce((most, one) => (one[1].length > most[1].length ? one : most), ['', []]);
    const codes = codesOf(own);
    const name = codes === '' ? (own[0]?.lastLine ?? '') : [town, codes].filter(Boolean).join(' ');
    for (const { id } of own) districts.set(id, { name, town, codes });
  }
  return districts;
}

/** Returns `442 30–34`, or the area alone where postcodes have letters. */
function codesOf(doors: readonly { postcode: string; area: string; writtenCode: string }[]): string {
  const sorted = doors.toSorted((one, other) => compareText(one.postcode, other.postcode));
  const [first, last] = [sorted[0], sorted.at(-1)];
  if (!first || !last) return '';
  if (!/^\d+$/.test(first.postcode) || first.area === first.postcode) return first.area;
  const isOne = first.postcode === last.postcode;
  return isOne ? first.writtenCode : `${first.writtenCode}–${last.postcode.slice(foldPostcode(last.area).length)}`;
}
