import type { CreatePickup } from '../../src/domain/pickups/pickup.ts';
import { drawOrder } from '../labels/draw-print-file.ts';
import type { V1Context } from '../v1/http/api-key-gate.ts';
import { sendFile } from '../v1/http/send-file.ts';
import { change, readKey } from '../v1/http/write-calls.ts';
import { getPickups } from './list-pickups.ts';
import { cancelPickup, createPickup, getPickup, listForPickup } from './manage-pickups.ts';

export const pickupCalls = {
  listPickups: ({ services: { db }, shop }: V1Context, input: { cursor?: string | undefined }) =>
    getPickups(db, shop.id, input),

  createPickup: (context: V1Context, input: CreatePickup) =>
    change(context, (unit) => createPickup(unit, context.shop.id, input), { key: readKey(context), input }),

  getPickup: ({ services: { db }, shop }: V1Context, { id }: { id: string }) => getPickup(db, shop.id, id),

  cancelPickup: (context: V1Context, input: { id: string }) =>
    change(context, (unit) => cancelPickup(unit, context.shop.id, input)),

  async getPickupList(context: V1Context, { id }: { id: string }) {
    const ids = await listForPickup(context.services.db, context.shop.id, id);
    return sendFile(context, (call) =>
      drawOrder(context.services, call, {
        selection: { ids },
        order: 'given',
        document: 'handover',
        format: 'pdf',
        size: '100x150',
        dpi: 203,
        first: 1,
        hasSort: false,
      }),
    );
  },
};
