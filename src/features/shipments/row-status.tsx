import { useEffect, useReducer, useRef, useState } from 'react';
import { serverErrorOf } from '../../api/calls/call-error.ts';
import { useNow } from '../../api/use-now.ts';
import { formatSpan } from '../../domain/dates.ts';
import type { ManagedShipmentSummary } from '../../domain/shipment.ts';
import { SHIPMENT_STATUSES, type ShipmentStatus, statusLabel } from '../../domain/shipment-status.ts';
import { formatStatusAge } from '../../domain/status-age.ts';
import { readDeviceUser } from '../../offline/device-user.ts';
import { outbox } from '../../outbox/device-outbox.ts';
import { isStatus, type StatusRow, statusToCome, UNDO_MS, undoTimeLeft } from '../../outbox/outbox-row.ts';
import { useOutbox } from '../../outbox/outbox-view.ts';
import { Menu, MenuItem } from '../../ui/dialog/menu.tsx';
import { Icon } from '../../ui/icon.tsx';
import { toast } from '../../ui/toast/toast.ts';
import { StatusBadge } from './status-badge.tsx';

interface RowStatusProps {
  shipment: ManagedShipmentSummary;
  /** In a row of one line. */
  short?: boolean;
}

export function RowStatus({ shipment, short = false }: RowStatusProps) {
  const { id, trackingId, statusVersion, statusSince } = shipment;
  const { own } = useOutbox();
  const trigger = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [wasOpened, setOpened] = useState(false);
  const waiting = own.filter(isStatus).filter(({ state, input }) => state === 'waiting' && input.id === id);
  const held = useUndoable(waiting.at(-1));
  const status = statusToCome(own, id) ?? shipment.status;
  const since = statusSince && new Date(statusSince);
  const now = useNow();
  const age = since && formatStatusAge(status, since, now);
  if (statusVersion === undefined) return <StatusBadge status={status} />;

  async function change(next: ShipmentStatus) {
    setOpen(false);
    if (next === status) return;
    try {
      if (held) await outbox.undo(held.opId);
      const before = waiting.findLast((row) => row !== held)?.input.status ?? shipment.status;
      if (next === before && held) return;
      const sendAfter = new Date(Date.now() + UNDO_MS).toISOString();
      const action = { procedure: 'shipmentAdmin.updateShipment', trackingId, sendAfter } as const;
      const baseStatusVersion = statusVersion ?? 0;
      await outbox.record(readDeviceUser(), { ...action, baseStatusVersion, input: { id, status: next } });
    } catch (error) {
      toast.error('The status was not changed', serverErrorOf(error).message);
    }
  }

  async function undo({ opId }: StatusRow) {
    trigger.current?.focus();
    const isUndone = await outbox.undo(opId).catch(() => false);
    if (!isUndone) toast.info('Too late to undo', 'The change was already sent.');
  }

  return (
    <div className="row-status">
      <button
        ref={trigger}
        type="button"
        className="row-status-button"
        aria-haspopup="dialog"
        aria-label={`${statusLabel(status)}, change for ${trackingId}`}
        onClick={() => {
          setOpened(true);
          setOpen(true);
        }}
      >
        <StatusBadge status={status} />
        <Icon name="chevron-down" />
      </button>
      <span className="second-line row-status-line">
        {held ? (
          <button type="button" className="row-status-undo" onClick={() => undo(held)}>
            <Icon name="undo-2" />
            Undo
          </button>
        ) : waiting.length > 0 ? (
          <>
            <Icon name="clock" /> Waiting to send
          </>
        ) : (
          <span title={age || undefined}>{short && since ? formatSpan(now.getTime() - since.getTime()) : age}</span>
        )}
      </span>
      {wasOpened && (
        <span role="status" className="sr-only">
          {held && `Status changed to ${statusLabel(status)}. You can undo this.`}
        </span>
      )}
      {isOpen && (
        <Menu title="Change status" anchor={trigger.current} onClose={() => setOpen(false)}>
          {SHIPMENT_STATUSES.map((one) => (
            <MenuItem key={one} chosen={one === status} onChoose={() => change(one)}>
              <StatusBadge status={one} />
              {one === status && <Icon name="check" className="ml-auto" />}
            </MenuItem>
          ))}
        </Menu>
      )}
    </div>
  );
}

/** The row as long as it can be undone. */
function useUndoable(row: StatusRow | undefined): StatusRow | undefined {
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const left = row ? undoTimeLeft(row) : 0;
  const isUndoable = left > 0;
  useEffect(() => {
    const timer = isUndoable ? setTimeout(redraw, left) : undefined;
    return () => clearTimeout(timer);
  }, [isUndoable, left]);
  return isUndoable ? row : undefined;
}
