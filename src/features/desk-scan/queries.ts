import * as v from 'valibot';
import { defineQuery } from '../../api/define-query.ts';
import { readStored } from '../../offline/stored-queries.ts';

const PageSchema = v.object({
  data: v.array(
    v.object({ id: v.string(), trackingId: v.string(), receiverName: v.string(), parcels: v.optional(v.number()) }),
  ),
});

export interface KnownShipment {
  id: string;
  receiverName: string;
  parcels?: number | undefined;
}

/** What lists on this device say about shipments, by tracking ID. */
export const knownShipmentsQuery = defineQuery({
  name: 'known-shipments',
  staleTime: 0,
  async ask(): Promise<ReadonlyMap<string, KnownShipment>> {
    const pages = (await readStored()).flatMap(({ state }) => (v.is(PageSchema, state.data) ? [state.data] : []));
    return new Map(
      pages.flatMap(({ data }) => data.map(({ trackingId, ...shipment }) => [trackingId, shipment] as const)),
    );
  },
});
