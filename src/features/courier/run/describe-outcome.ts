import { formatClock } from '../../../domain/dates.ts';
import { METHOD_LABELS, REASON_LABELS } from '../../../domain/reasons.ts';
import type { Parcel } from '../../../domain/runs/parcels.ts';
import { formatPaid } from './payments.ts';

/** `Not delivered at 10:20 AM: Nobody home`. */
export function describeOutcome({ result, method, reason, occurredAt, payment }: Parcel['outcomes'][number]): string {
  if (result === 'delivered') {
    const where = `Delivered ${METHOD_LABELS[method as keyof typeof METHOD_LABELS] ?? ''}`.trimEnd();
    return payment ? `${where}. ${formatPaid([payment])}` : where;
  }
  const why = REASON_LABELS[reason as keyof typeof REASON_LABELS];
  return `Not delivered${occurredAt && ` at ${formatClock(occurredAt)}`}${why ? `: ${why}` : ''}`;
}
