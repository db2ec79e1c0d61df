import { useSend } from '../../api/use-send.ts';
import { counted } from '../../domain/figures.ts';
import type { ConfirmedDrafts } from '../../domain/shop/draft.ts';
import { toast } from '../../ui/toast/toast.ts';

export const useCreateOwnShipment = () => useSend('shipper.createShipment');

export const useSaveDraft = () => useSend('shipper.saveDraft');

export const useSaveSender = () => useSend('shipper.saveSender', { done: 'Sender saved' });

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

export const useConnectShop = () => useSend('shopConnection.connect');

export const useChangeConnection = () => useSend('shopConnection.change');

export const useAcceptStates = () =>
  useSend('shopConnection.change', { done: 'States saved', failed: 'The states were not saved' });

export const useReplaceSecret = () => useSend('shopConnection.replaceSecret');

export const useRenewSecret = () => useSend('shopConnection.replaceSecret', { failed: 'No secret was made' });

export const useDisconnectShop = () =>
  useSend('shopConnection.disconnect', { done: 'Shop disconnected', failed: 'The shop was not disconnected' });
