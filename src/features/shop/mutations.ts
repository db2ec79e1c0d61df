import { useSend } from '../../api/use-send.ts';
import { counted } from '../../domain/figures.ts';
import type { ConfirmedDrafts } from '../../domain/shops/draft.ts';
import { toast } from '../../ui/toast/toast.ts';

export const useDeleteDrafts = (onDone: () => void) =>
  useSend('shipper.deleteDrafts', {
    failed: 'The drafts were not deleted',
    onSuccess(_answer, { ids }) {
      toast.success(`${counted(ids.length, 'draft')} deleted`);
      onDone();
    },
  });

export const useTakeDrafts = () =>
  useSend('shipper.takeDrafts', {
    failed: 'The drafts were not changed',
    done: ({ ids }) => `${counted(ids.length, 'draft')} to be sent`,
  });

export const useConfirmDrafts = (onSuccess?: (made: ConfirmedDrafts) => void) =>
  useSend('shipper.confirmDrafts', { failed: 'No shipments were created', onSuccess });

export const useCancelShipment = () =>
  useSend('shipper.cancelShipment', { done: 'Shipment cancelled', failed: 'The shipment was not cancelled' });
