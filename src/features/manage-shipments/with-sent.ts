/** Shows a manager's sent changes until responses contain them (decision 0015). */
import { useMemo } from 'react';
import type { Stamped } from '../../api/stamped.ts';
import type { Activity } from '../../domain/activity.ts';
import type { Paged } from '../../domain/paged.ts';
import { fieldsOfCorrection, type ManagedShipment, type ManagedShipmentSummary } from '../../domain/shipment.ts';
import { type ShipmentStatus, statusLabel } from '../../domain/shipment-status.ts';
import type { ListResult } from '../../offline/use-list.ts';
import { doneAt, isStatus, type OutboxRow, type RowOf, type StatusRow } from '../../outbox/outbox-row.ts';
import { sentSince, useOutbox, useSentSince } from '../../outbox/outbox-view.ts';

type ChangeRow = StatusRow | RowOf<'shipmentAdmin.updateShipmentActivity'>;

const isChange = (row: OutboxRow): row is ChangeRow =>
  isStatus(row) || row.procedure === 'shipmentAdmin.updateShipmentActivity';

const changesOf = (sent: readonly OutboxRow[], shipmentId: string): ChangeRow[] =>
  sent.filter(isChange).filter(({ input }) => input.id === shipmentId);

/** Same as the server writes it. */
function entryOf(row: ChangeRow, status: ShipmentStatus): Activity {
  const [address, comment] = isStatus(row)
    ? ['', `Status changed to ${statusLabel(row.input.status)}`]
    : [row.input.address.trim(), row.input.comment.trim()];
  const at = doneAt(row);
  const kind = isStatus(row) ? 'status' : 'location';
  return { id: row.opId, createdAt: at, occurredAt: at, kind, comment, address, status };
}

function follow(
  before: ShipmentStatus,
  changes: readonly ChangeRow[],
): { status: ShipmentStatus; entries: Activity[] } {
  let status = before;
  const entries = changes.map((row) => {
    if (isStatus(row)) status = row.input.status;
    return entryOf(row, status);
  });
  return { status, entries };
}

export function withSent(shipment: ManagedShipment, sent: readonly OutboxRow[]): ManagedShipment {
  const changes = changesOf(sent, shipment.id).filter((row) => {
    const { kind, occurredAt } = entryOf(row, shipment.status);
    const isSame = (entry: Activity) => entry.kind === kind && entry.occurredAt === occurredAt;
    return !shipment.activity.some(isSame);
  });
  const { status, entries } = follow(shipment.status, changes);
  return withCorrections({ ...shipment, status, activity: [...shipment.activity, ...entries] }, sent);
}

function withCorrections(shipment: ManagedShipment, rows: readonly OutboxRow[]): ManagedShipment {
  let corrected = shipment;
  for (const row of rows) {
    if (row.procedure === 'shipmentAdmin.correctParty' && row.input.id === shipment.id)
      corrected = { ...corrected, ...fieldsOfCorrection(row.input) };
  }
  return corrected;
}

export const useCorrected = (shipment: ManagedShipment): ManagedShipment =>
  withCorrections(
    shipment,
    useOutbox().own.filter(({ state }) => state === 'waiting'),
  );

function rowWithSent(shipment: ManagedShipmentSummary, sent: readonly OutboxRow[]): ManagedShipmentSummary {
  const { status, entries } = follow(shipment.status, changesOf(sent, shipment.id));
  const changedAt = entries.findLast(({ kind }) => kind === 'status')?.occurredAt;
  const statusSince = changedAt ?? shipment.statusSince;
  return { ...shipment, status, statusSince, latestActivity: entries.at(-1) ?? shipment.latestActivity };
}

export function useShipmentWithSent(answer: (ManagedShipment & Stamped) | undefined): ManagedShipment | undefined {
  const sent = useSentSince(answer);
  return useMemo(() => answer && withSent(answer, sent), [answer, sent]);
}

export function useListWithSent(list: ListResult<ManagedShipmentSummary>): ListResult<ManagedShipmentSummary> {
  const { sent } = useOutbox();
  const { data: page }: { data?: (Paged<ManagedShipmentSummary & Stamped> & Stamped) | undefined } = list;
  const rows = useMemo(
    // Rows of several stored pages have their own stamps.
    () => page?.data.map((row) => rowWithSent(row, sentSince(sent, 'includesSent' in row ? row : page))),
    [page, sent],
  );
  return page && sent.length > 0 ? ({ ...list, data: { ...page, data: rows } } as typeof list) : list;
}
