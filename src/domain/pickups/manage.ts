import * as v from 'valibot';
import { IdSchema, strictInput } from '../field-schemas.ts';

/** pickupAdmin.plan: without a run, out of the one that it is in. */
export const PlanCollectionSchema = strictInput({ id: IdSchema, runId: v.optional(IdSchema) });
export type PlanCollection = v.InferOutput<typeof PlanCollectionSchema>;
