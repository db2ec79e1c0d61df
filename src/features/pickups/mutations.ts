import { useSend } from '../../api/use-send.ts';

export const useCreatePickup = () => useSend('shipper.createPickup', { done: 'Pickup requested' });

export const useChangePickup = () => useSend('shipper.changePickup', { done: 'Pickup changed' });

export const useSavePickupDays = () => useSend('shipper.savePickupDays', { done: 'Days saved' });

export const useMakePickup = () => useSend('pickupAdmin.create', { done: 'Pickup created' });

export const usePlanPickup = () =>
  useSend('pickupAdmin.plan', { done: 'Planned', failed: 'The pickup was not planned' });

export const useCancelPickup = () =>
  useSend('shipper.cancelPickup', { done: 'Pickup cancelled', failed: 'The pickup was not cancelled' });

export const useDeclinePickup = () =>
  useSend('pickupAdmin.decline', { done: ['Nobody comes', 'The shop gets an email with the reason.'] });

export const useArrangePickup = () =>
  useSend('pickupAdmin.arrange', {
    done: ['Marked as arranged', 'The shop gets an email.'],
    failed: 'The pickup was not marked',
  });
