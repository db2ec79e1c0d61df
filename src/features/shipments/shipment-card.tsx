import { type ReactNode, useState } from 'react';
import { useNow } from '../../api/use-now.ts';
import { brandClockName } from '../../config/brand-clock.ts';
import { site } from '../../config/site.ts';
import type { Activity } from '../../domain/activity.ts';
import { formatOccurrence } from '../../domain/dates.ts';
import { estimatedDelivery } from '../../domain/estimated-delivery.ts';
import type { PromiseFacts } from '../../domain/promise.ts';
import { statusLabel } from '../../domain/shipment-status.ts';
import { deliveryOf } from '../../domain/timeline.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { DateText } from '../../ui/date-text.tsx';
import { GroupedCode } from '../../ui/grouped-code.tsx';
import { DescriptionItem, DescriptionList } from '../../ui/layout/description-list.tsx';
import { TicketCard } from '../../ui/layout/ticket-card.tsx';
import { toast } from '../../ui/toast/toast.ts';
import { Barcode } from './barcode.tsx';
import { ShareButton } from './share-button.tsx';
import { STATUS_STYLE } from './status-style.ts';

interface ShipmentCardProps {
  shipment: PromiseFacts & {
    trackingId: string;
    description: string;
    activity?: readonly Activity[];
  };
  /** Phones hide the barcode until somebody asks for it. */
  foldsBarcode?: boolean;
  children?: ReactNode;
}

export function ShipmentCard({ shipment, foldsBarcode = false, children }: ShipmentCardProps) {
  const [isFolded, setFolded] = useState(foldsBarcode);
  const { tone, icon } = STATUS_STYLE[shipment.status];
  const now = useNow();
  const delivery = deliveryOf(shipment.status, shipment.activity ?? []);
  return (
    <TicketCard
      aria-label="Shipping label"
      status={{ tone, icon, caption: 'Status', label: statusLabel(shipment.status) }}
      stub={
        <DescriptionList columns={2} boxed={false}>
          <DescriptionItem caption="Description" wide value={shipment.description} />
          <DescriptionItem caption="Estimated delivery" wide={!children}>
            {estimatedDelivery(shipment, now, site.timeZone, brandClockName(now))}
            {delivery && (
              <time dateTime={delivery.occurredAt} className="second-line typed">
                <DateText>{formatOccurrence(delivery)}</DateText>
              </time>
            )}
          </DescriptionItem>
          {children}
        </DescriptionList>
      }
    >
      <div className="flex items-center justify-between -mr-$hang">
        <span className="cap mr-auto">Tracking ID</span>
        <ShareButton trackingId={shipment.trackingId} />
        <CopyButton
          value={shipment.trackingId}
          label="Copy tracking ID"
          onCopied={() => toast.success('Tracking ID copied')}
          onFailed={() => toast.error('Tracking ID not copied', 'Select it and copy it by hand.')}
        />
      </div>
      <GroupedCode code={shipment.trackingId} as="h1" className="text-id font-800 tracking-[-.02em]" />
      {isFolded && (
        <button type="button" className="go-touch sm:hidden" onClick={() => setFolded(false)}>
          Show barcode
        </button>
      )}
      <Barcode code={shipment.trackingId} className={isFolded ? 'max-sm:hidden' : ''} />
    </TicketCard>
  );
}
