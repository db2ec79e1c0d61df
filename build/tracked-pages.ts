import { extractPlaceholders, type PageTemplate } from '../src/domain/page-template.ts';
import { MAX_IMAGES, type ServiceType, type ShipmentOverview } from '../src/domain/shipment.ts';
import { SHIPMENT_STATUSES } from '../src/domain/shipment-status.ts';
import { shapeOf, type TrackedPages, textsOf } from '../src/domain/tracked-page.ts';

/** Occurs nowhere else. */
const SAMPLE_ID = 'QX7ZJK9VWY4H';
const SAMPLE_KEY = '5a3b1e'.padEnd(31, '0');
const mark = (name: string) => `hole-${name}-eloh`;

const sample: Omit<ShipmentOverview, 'status' | 'images'> = {
  access: 'overview',
  viewer: 'visitor',
  id: mark('id'),
  trackingId: SAMPLE_ID,
  description: mark('description'),
  createdAt: '2001-02-03T12:00:00.000Z',
  service: mark('service') as ServiceType,
  senderName: mark('senderName'),
  senderCountry: mark('senderCountry'),
  receiverName: mark('receiverName'),
  receiverCountry: mark('receiverCountry'),
  dimensions: mark('dimensions'),
  weight: mark('weight'),
  value: 0,
  fee: 0,
  payer: 'receiver',
  shipDate: '2001-02-03T12:00:00.000Z',
};

const sampleImage = (index: number) => `https://sample.invalid/v1_1/x/image/${SAMPLE_KEY}${index}-2000.webp`;

const samplePages = Array.from({ length: MAX_IMAGES + 1 }, (_, count) =>
  SHIPMENT_STATUSES.map(
    (status): ShipmentOverview => ({
      ...sample,
      status,
      images: Array.from({ length: count }, (_, index) => sampleImage(index)),
    }),
  ),
).flat();

interface Ingredients {
  document: string;
  frame: string;
  siteName: string;
  render(shipment: ShipmentOverview): string;
}

/** Renders a parcel's page once for each layout, with marks for the parcel's texts: the server needs no React. */
export function makeTrackedPages({ document, frame, siteName, render }: Ingredients): TrackedPages {
  const root = `<div id="root">${frame}</div>`;
  const [before, after] = document.split(root);
  if (before === undefined || after === undefined) throw new Error('The document has no frame');
  const [noScript = ''] = after.match(/<noscript>.*?<\/noscript>/s) ?? [];
  const start = before
    .replace(/<title>.*?<\/title>/, `<title>${mark('spaced')} – ${siteName}</title>`)
    .replace(/(<meta name="description" content=")[^"]*/, `$1The status of shipment ${mark('spaced')}.`)
    .replace('</head>', `${previewOf(siteName)}</head>`);
  const pages = samplePages.map((shipment): [string, PageTemplate] => [
    shapeOf(shipment),
    [...splitAtMarks(withoutPreloads(render(shipment)), shipment), '</div>'],
  ]);
  return {
    start: [...splitAtMarks(start), '<div id="root" data-page="', { name: 'page' }, '">'],
    pages: Object.fromEntries(pages),
    frame: before + root + noScript,
    end: after.replace(noScript, ''),
  };
}

/** Previews show no personal names. */
const previewOf = (siteName: string) =>
  Object.entries({
    'og:type': 'website',
    'og:site_name': siteName,
    'og:title': `${mark('status')}: shipment ${mark('spaced')}`,
    'og:description': `Follow this shipment on ${siteName}.`,
    'og:url': `${mark('origin')}/track/${mark('trackingId')}`,
    'og:image': `${mark('origin')}/icons/icon-512.png`,
  })
    .map(([property, content]) => `<meta property="${property}" content="${content}">`)
    .join('');

/** React preloads the first image; here it is already in the page. */
const withoutPreloads = (html: string) => html.replace(/<link rel="preload" as="image"[^>]*>/g, '');

/** An unknown country has no line, and an image on another host has no variants. */
const WHOLE = new RegExp(
  `<span[^>]*>${mark('(\\w+Country)')}</span>| srcSet="${mark('(variants\\d)')}"|${mark('(\\w+)')}`,
  'g',
);

function splitAtMarks(html: string, shipment?: ShipmentOverview): PageTemplate {
  const surroundings = { origin: mark('origin'), page: mark('page'), timeZone: 'UTC', bars: mark('bars') };
  const texts = Object.entries(shipment ? textsOf(shipment, surroundings) : {}).filter(
    // The status is part of the shape.
    ([name, text]) => name !== 'status' && text !== '',
  );
  const longestFirst = texts.sort(([, one], [, other]) => other.length - one.length);
  const named = longestFirst
    .reduce((known, [name, text]) => known.replaceAll(text, mark(name)), html)
    .replace(/(<svg class="barcode"[^>]*><path d=")[^"]*/, `$1${mark('bars')}`);
  return extractPlaceholders(named, WHOLE, ([found, country, variants, plain]) => {
    const name = country ?? variants ?? plain ?? '';
    const [start, end] = found.split(mark(name));
    return start || end ? { name, before: start, after: end } : { name };
  });
}
