import type { Parcel } from '../../../domain/runs/parcels.ts';
import { isAwaited, isOpenTask } from '../../../domain/runs/task-status.ts';
import type { CourierRun } from '../../../domain/runs/views.ts';
import { formatAddress } from './format-address.ts';
import { sayMoved } from './refusal-to-load.ts';
import { findParcel, receiversOf, stopOf } from './run-view.ts';

type DoorCheck = { parcel: Parcel } | { parcel: null; word: string; text: string };

const refuse = (word: string, text: string): DoorCheck => ({ parcel: null, word, text });

export function checkAtDoor(run: CourierRun, stopId: string, trackingId: string): DoorCheck {
  const parcel = findParcel(run, trackingId);
  if (!parcel) return refuse('Not on your run', 'Ask the desk.');
  const { status } = parcel;
  if (status === 'moved') return refuse('Not yours', sayMoved(parcel));
  if (status === 'cancelled') return refuse('Do not deliver', 'Bring it back.');
  const stop = stopOf(run, parcel);
  if (stop && stop.id !== stopId) {
    const receivers = receiversOf(stop, [parcel]).join(', ');
    return refuse(`For stop ${stop.sequence}`, `${receivers}, ${formatAddress(stop.address)}`);
  }
  if (isAwaited(parcel)) return refuse('Not collected yet', `Scan it at stop ${parcel.collectAt} first.`);
  if (isOpenTask(status)) return { parcel };
  switch (status) {
    case 'delivered':
      return refuse('Already delivered', 'Correct it at this stop first.');
    case 'left':
      return refuse('Not loaded', 'Load it first, under All stops.');
    case 'returned':
      return refuse('Back at the depot', 'Ask the desk.');
    default:
      return refuse('Reported missing', 'Tell the desk that it’s here.');
  }
}
