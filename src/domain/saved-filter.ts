import * as v from 'valibot';
import { IdSchema, requiredText, strictInput } from './field-schemas.ts';
import { isFiltered, ManagedPageSearchSchema } from './paged.ts';

/** A person's, of shipments. */
export const MAX_SAVED_FILTERS = 20;

const name = requiredText('Name', 40);
const entries = v.omit(ManagedPageSearchSchema, ['page', 'zone']).entries;
const filter = v.pipe(strictInput(entries), v.check(isFiltered, 'Filter the list first.'));

export const SaveFilterSchema = strictInput({ name, filter });
export type SaveFilter = v.InferOutput<typeof SaveFilterSchema>;
export const FilterNameSchema = v.pick(SaveFilterSchema, ['name']);

export const RenameFilterSchema = strictInput({ id: IdSchema, name });
export type RenameFilter = v.InferOutput<typeof RenameFilterSchema>;

export const SavedFilterSchema = v.object({ id: v.string(), name: v.string(), filter: v.object(entries) });
export type SavedFilter = v.InferOutput<typeof SavedFilterSchema>;
