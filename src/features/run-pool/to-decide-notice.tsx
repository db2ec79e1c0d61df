import type { ToDecide } from '../../domain/errors.ts';
import { counted } from '../../domain/figures.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';

const SHOWN = 3;

/** The shipments to leave out of the run, or those to add anyway. */
export interface Decision {
  without?: string[];
  despite?: string[];
}

interface ToDecideNoticeProps {
  shipments: readonly ToDecide[];
  /** `submit` is for a form, whose `onSubmit` comes next. */
  type?: 'button' | 'submit';
  pending: boolean;
  onDecide: (decision: Decision) => void;
}

/** The rest goes into the run without them, or all go. */
export function ToDecideNotice({ shipments, type = 'button', pending, onDecide }: ToDecideNoticeProps) {
  if (shipments.length === 0) return null;
  const ids = shipments.map(({ id }) => id);
  const rest = shipments.length - SHOWN;
  const need = shipments.length === 1 ? 'needs' : 'need';
  const isBarred = shipments.some((shipment) => shipment.isBarred);
  return (
    <Notice
      tone="warn"
      title={`${counted(shipments.length, 'shipment')} ${isBarred ? 'can’t be added' : `${need} a decision first`}`}
      live
      action={
        <div className="row gap-3">
          <Button small type={type} disabled={pending} onClick={() => onDecide({ without: ids })}>
            Leave {shipments.length} out
          </Button>
          {!isBarred && (
            <Button small variant="quiet" type={type} disabled={pending} onClick={() => onDecide({ despite: ids })}>
              Add anyway
            </Button>
          )}
        </div>
      }
    >
      <ul>
        {shipments.slice(0, SHOWN).map(({ id, trackingId, why }) => (
          <li key={id}>
            <span translate="no" className="typed">
              {trackingId}
            </span>{' '}
            {why}
          </li>
        ))}
        {rest > 0 && <li>and {rest} more</li>}
      </ul>
    </Notice>
  );
}
