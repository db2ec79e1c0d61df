import { CallError } from '../../api/calls/call-error.ts';
import { trpc } from '../../api/calls/trpc.ts';
import { defineQuery } from '../../api/define-query.ts';
import type { GetPrintable, Printable } from '../../domain/label/printing.ts';
import { printableOnDevice } from './printable-on-device.ts';

/** `missing`: how many of those asked for are not stored here, if the server did not answer. */
type FoundPrintable = Printable & { missing?: number };

/** What papers are drawn from: of the server, without a network from what this device has. */
export const printableQuery = ({ selection, order }: GetPrintable) =>
  defineQuery<FoundPrintable>({
    name: 'printable',
    params: [selection, order],
    store: 'nowhere',
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
