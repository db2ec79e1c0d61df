import { useMemo } from 'react';
import type { Stamped } from '../../api/stamped.ts';
import type { ShipmentStatus } from '../../domain/shipment-status.ts';
import { isStatus } from '../../outbox/outbox-row.ts';
import { useSentSince } from '../../outbox/outbox-view.ts';

/** Rows with the statuses that this device has sent since they were fetched. */
export function useRowsWithSentStatuses<Row extends { id: string; status: ShipmentStatus }>(
  answer: ({ data: readonly Row[] } & Stamped) | undefined,
): readonly Row[] {
  const sent = useSentSince(answer);
  return useMemo(() => {
    const statuses = new Map(sent.filter(isStatus).map(({ input }) => [input.id, input.status]));
    return (answer?.data ?? []).map((row) => ({ ...row, status: statuses.get(row.id) ?? row.status }));
  }, [answer, sent]);
}
