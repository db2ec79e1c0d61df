import { CallError } from '../../api/calls/call-error.ts';
import { trpc } from '../../api/calls/trpc.ts';
import { defineQuery } from '../../api/define-query.ts';
import type { GetPrintable, GetPrints, Printable } from '../../domain/labels/printing.ts';
import { LABELS_TO_PRINT, printableOnDevice } from './printable-on-device.ts';

/** So many of those asked for are not stored here, if the server did not answer. */
type FoundPrintable = Printable & { missing?: number };

/** This device has them without a network. */
export const printableQuery = ({ selection, order }: GetPrintable) =>
  defineQuery<FoundPrintable>({
    name: 'printable',
    params: [selection, order],
    staleTime: 0,
    async ask() {
      try {
        return await trpc.shipment.getPrintable.mutate({ selection, order });
      } catch (error) {
        if (!('ids' in selection) || !(error instanceof CallError) || error.reason === 'rejected') throw error;
        const shipments = await printableOnDevice(selection.ids);
        if (shipments.length === 0) throw error;
        return { shipments, missing: selection.ids.length - shipments.length };
      }
    },
  });

export const printsQuery = (page: GetPrints) =>
  defineQuery({
    name: 'prints',
    params: [page],
    title: 'Labels',
    topic: 'managed',
    ask: () => trpc.deskAdmin.getPrints.query(page),
  });

/** A tablet prints them without a network. */
export const labelsToPrintQuery = defineQuery<Printable>({
  name: LABELS_TO_PRINT,
  title: 'Labels to print',
  topic: 'managed',
  staleTime: 5 * 60_000,
  async ask() {
    const { data } = await trpc.shipmentAdmin.getShipments.query({ page: { page: 1, size: 100, printed: 'no' } });
    const ids = data.map(({ id }) => id);
    if (ids.length === 0) return { shipments: [] };
    return trpc.shipment.getPrintable.mutate({ selection: { ids }, order: 'given' });
  },
});

export const printersQuery = defineQuery({
  name: 'printers',
  title: 'Printers',
  staleTime: 60 * 60_000,
  ask: () => trpc.deskAdmin.getPrinters.query(),
});
