import { useSend } from '../../api/use-send.ts';

export const usePlanPickup = () =>
  useSend('pickupAdmin.plan', { done: 'Planned', failed: 'The pickup was not planned' });

export const useCancelPickup = () =>
  useSend('shipper.cancelPickup', { done: 'Pickup cancelled', failed: 'The pickup was not cancelled' });

export const useArrangePickup = () =>
  useSend('pickupAdmin.arrange', {
    done: ['Marked as arranged', 'The shop gets an email.'],
    failed: 'The pickup was not marked',
  });
