/**
 * The page of a parcel as the server sends it: what everyone may see is in the HTML already. The build makes a template for
 * each shape that the page can have (src/config/tracked-pages.ts), the server fills it, and the app goes on from there.
 */
import { formatInvoiceDate } from './dates.ts';
import { variantsOf } from './image.ts';
import type { PageTemplate } from './page-template.ts';
import type { ShipmentOverview } from './shipment.ts';
import { statusLabel } from './shipment-status.ts';
import { inGroupsOfFour } from './tracking-id.ts';

/** The file of the built app that the templates are in. */
export const TRACKED_PAGES_FILE = 'tracked-pages.json';

/** The element that says as JSON what the server has found. */
export const SENT_ID = 'sent';

export interface Sent {
  /** Null where there is no such shipment. */
  shipment: ShipmentOverview | null;
  /** When it was found, in milliseconds since 1970. */
  at: number;
}

/** What the server has found as an element that runs nothing. */
export const sentElement = (sent: Sent): string =>
  `<script type="application/json" id="${SENT_ID}">${JSON.stringify(sent).replaceAll('<', '\\u003c')}</script>`;

export interface TrackedPages {
  /** The head of the HTML, and what stands before the page. */
  start: PageTemplate;
  /** The page itself, by its shape. */
  pages: Readonly<Record<string, PageTemplate>>;
  /** What stands before `end` where there is no such shipment: the head and the frame, which the app fills. */
  frame: string;
  /** What follows what was found. */
  end: string;
}

/** Which template a shipment needs: the status and the number of images decide what stands on the page. */
export const shapeOf = ({ status, images }: Pick<ShipmentOverview, 'status' | 'images'>): string =>
  `${status} ${images.length}`;

interface Surroundings {
  /** Where the site is, without a slash at the end. */
  origin: string;
  /** The address of the page, from the path on. */
  page: string;
  /** Of the brand, by its IANA name. */
  timeZone: string;
  /** The barcode of the tracking ID as a path of SVG. */
  bars: string;
}

/** What fills each hole of a template. */
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

/** Whether a template can say it as the app does: an address breaks after its @, which no template knows of. */
export const canBeSent = ({ description, service, weight, dimensions }: ShipmentOverview): boolean =>
  ![description, service, weight, dimensions].some((text) => text.includes('@'));
