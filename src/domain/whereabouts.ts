/** The database reads it from the last report (`whereabouts` in migration 0080). */
import * as v from 'valibot';
import { groupRows } from './group-rows.ts';

export const PLACES = ['sender', 'collected', 'depot', 'van', 'receiver', 'missing'] as const;
export type Place = (typeof PLACES)[number];

export interface Whereabouts {
  /** Its number in its shipment, from 1 on. */
  parcel: number;
  place: Place;
  /** Its van has it, or had it last. */
  run: { id: string; name: string; courier: string } | null;
  /** The place of a scan, or how it was handed over. */
  note: string;
  since: Date;
}

/** The numbers are of parcels at one place. */
export const ShownWhereaboutsSchema = v.object({
  parcels: v.array(v.number()),
  place: v.picklist(PLACES),
  run: v.nullable(v.object({ id: v.string(), name: v.string(), courier: v.string() })),
  note: v.string(),
  since: v.string(),
});
export type ShownWhereabouts = v.InferOutput<typeof ShownWhereaboutsSchema>;

/** Puts parcels at the same place, in the same run and with the same note together, since the last of them came there. */
export function groupWhereabouts(all: readonly Whereabouts[]): ShownWhereabouts[] {
  const groups = groupRows(all, ({ place, run, note }) => [place, run?.id, note].join('\n'));
  return [...groups.values()].flatMap((some) => {
    const [first] = some;
    if (!first) return [];
    const since = some.reduce((latest, one) => (one.since > latest ? one.since : latest), first.since);
    const { place, run, note } = first;
    return { parcels: some.map(({ parcel }) => parcel), place, run, note, since: since.toISOString() };
  });
}
