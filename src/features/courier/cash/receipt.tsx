import { site } from '../../../config/site.ts';
import { formatActivityDate } from '../../../domain/dates.ts';
import type { Parcel } from '../../../domain/runs/parcels.ts';
import { Icon } from '../../../ui/icon.tsx';
import { QrCode } from '../../../ui/qr-code.tsx';
import { formatPaid } from '../run/payments.ts';

/** For the receiver to scan: it needs no network, and no email address. */
export function Receipt({ parcel: { trackingId, outcomes } }: { parcel: Parcel }) {
  const { payment, occurredAt = '' } = outcomes.at(-1) ?? {};
  if (!payment || payment.method === 'before') return null;
  const lines = [site.name, trackingId, formatPaid([payment]), formatActivityDate(occurredAt)];
  return (
    <details>
      <summary className="btn-big">
        <span className="btn-face">
          <Icon name="receipt-text" />
          Receipt
        </span>
      </summary>
      <QrCode
        text={lines.join('\n')}
        className="block w-60 max-w-full mt-3 bg-code-paper fill-code-ink forced-color-adjust-none"
      />
      {lines.map((line) => (
        <span key={line} className="block" translate="no">
          {line}
        </span>
      ))}
    </details>
  );
}
