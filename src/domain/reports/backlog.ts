/** What is on its way now, by days since it was created. */
import * as v from 'valibot';

/** Where the bins begin; the last has no end. */
export const BACKLOG_BINS = [0, 1, 2, 3, 5, 8, 15] as const;

/** reports.backlog: how many parcels are in each bin, today's first. */
export const BacklogSchema = v.array(v.number());
