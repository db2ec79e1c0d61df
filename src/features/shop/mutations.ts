import { useMutation } from '@tanstack/react-query';
import { sendOnce } from '../../api/calls/idempotency.ts';
import { useChange } from '../../api/use-change.ts';
import { counted } from '../../domain/figures.ts';
import type { ConfirmDrafts, ConfirmedDrafts } from '../../domain/shop/draft.ts';
import { toast } from '../../ui/toast/toast.ts';

export const useCreateOwnShipment = () => useMutation({ mutationFn: sendOnce('shipper.createShipment') });

export const useSaveDraft = () => useMutation({ mutationFn: sendOnce('shipper.saveDraft') });

export const useSaveSender = () =>
  useMutation({ mutationFn: sendOnce('shipper.saveSender'), onSuccess: () => toast.success('Sender saved') });

export const useDeleteDrafts = (onDone: () => void) =>
  useChange<unknown, { ids: string[] }>({
    failed: 'The drafts were not deleted',
    mutationFn: sendOnce('shipper.deleteDrafts'),
    onSuccess(_answer, { ids }) {
      toast.success(`${counted(ids.length, 'draft')} deleted`);
      onDone();
    },
  });

export const useTakeDrafts = () =>
  useChange<unknown, { ids: string[] }>({
    failed: 'The drafts were not changed',
    mutationFn: sendOnce('shipper.takeDrafts'),
    onSuccess: (_answer, { ids }) => toast.success(`${counted(ids.length, 'draft')} to be sent`),
  });

export const useConfirmDrafts = (onSuccess?: (made: ConfirmedDrafts) => void) =>
  useChange<ConfirmedDrafts, ConfirmDrafts>({
    failed: 'No shipments were created',
    mutationFn: sendOnce('shipper.confirmDrafts'),
    onSuccess,
  });

export const useCancelShipment = () =>
  useChange<unknown, { id: string }>({
    failed: 'The shipment was not cancelled',
    mutationFn: sendOnce('shipper.cancelShipment'),
    onSuccess: () => toast.success('Shipment cancelled'),
  });

export const useConnectShop = () => useMutation({ mutationFn: sendOnce('shopConnection.connect') });

export const useChangeConnection = () => useMutation({ mutationFn: sendOnce('shopConnection.change') });

export const useAcceptStates = () =>
  useChange<unknown, { id: string; acceptedStates: string[] }>({
    failed: 'The states were not saved',
    mutationFn: sendOnce('shopConnection.change'),
    onSuccess: () => toast.success('States saved'),
  });

export const useReplaceSecret = () => useMutation({ mutationFn: sendOnce('shopConnection.replaceSecret') });

export const useRenewSecret = () =>
  useChange<{ secret: string | null }, { id: string }>({
    failed: 'No secret was made',
    mutationFn: sendOnce('shopConnection.replaceSecret'),
  });

export const useDisconnectShop = () =>
  useChange<unknown, { id: string }>({
    failed: 'The shop was not disconnected',
    mutationFn: sendOnce('shopConnection.disconnect'),
    onSuccess: () => toast.success('Shop disconnected'),
  });
