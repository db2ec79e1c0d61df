/** The build makes the templates (build/tracked-pages.ts). */
import { formatInvoiceDate } from './dates.ts';
import { variantsOf } from './image.ts';
import type { PageTemplate } from './page-template.ts';
import type { ShipmentOverview } from './shipment.ts';
import { statusLabel } from './shipment-status.ts';
import { inGroupsOfFour } from './tracking-id.ts';

export const TRACKED_PAGES_FILE = 'tracked-pages.json';

export const SENT_ID = 'sent';

export interface Sent {
  shipment: ShipmentOverview | null;
  /** In milliseconds. */
  at: number;
}

/** An inert element. */
export const sentElement = (sent: Sent): string =>
  `<script type="application/json" id="${SENT_ID}">${JSON.stringify(sent).replaceAll('<', '\\u003c')}</script>`;

export interface TrackedPages {
  start: PageTemplate;
  pages: Readonly<Record<string, PageTemplate>>;
  /** Before `end`, for a missing shipment. */
  frame: string;
  end: string;
}

export const shapeOf = ({ status, images }: Pick<ShipmentOverview, 'status' | 'images'>): string =>
  `${status} ${images.length}`;

interface Surroundings {
  /** Has no trailing slash. */
  origin: string;
  page: string;
  timeZone: string;
  bars: string;
}

export function textsOf(shipment: ShipmentOverview, { origin, page, timeZone, bars }: Surroundings) {
  const { trackingId, status, images } = shipment;
  const [group1 = '', group2 = '', group3 = ''] = inGroupsOfFour(trackingId);
  const texts: Record<string, string> = {
    origin,
    page,
    bars,
    trackingId,
    group1,
    group2,
    group3,
    spaced: `${group1} ${group2} ${group3}`,
    status: statusLabel(status),
    description: shipment.description,
    senderName: shipment.senderName,
    senderCountry: shipment.senderCountry,
    receiverName: shipment.receiverName,
    receiverCountry: shipment.receiverCountry,
    service: shipment.service,
    shipDate: formatInvoiceDate(shipment.shipDate, timeZone),
    weight: shipment.weight,
    dimensions: shipment.dimensions,
  };
  for (const [index, link] of images.entries()) {
    texts[`image${index}`] = link;
    texts[`variants${index}`] = variantsOf(link)
      .map(({ url, width }) => `${url} ${width}w`)
      .join(', ');
  }
  return texts;
}
