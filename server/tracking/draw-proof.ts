import type { Readable } from 'node:stream';
import type { ProofPaper } from '../../src/domain/labels/draw-proof.ts';
import { paths } from '../../src/domain/paths.ts';
import { CODE_LABELS, METHOD_LABELS } from '../../src/domain/reasons.ts';
import { UserError } from '../base/errors/errors.ts';
import type { Services } from '../context/context.ts';
import { drawToFile } from '../labels/drawing/draw-to-file.ts';
import { writeProof } from '../labels/drawing/run-writer.ts';
import { formatTime } from '../mail/letters/shipment-mails.ts';
import type { Attachment } from '../mail/letters/transport.ts';
import { findShipment, findShipmentByTrackingId, type ShipmentRow } from '../shipments/store/shipments.ts';
import { readDelivery, signReceipt } from './get-receipt.ts';
import { accessOf, findByTypedId, type Viewer } from './track-shipment.ts';

const MOST_PICTURES = 12;
const MAX_DRAWING_MS = 60_000;

type Source = Pick<Services, 'db' | 'environment' | 'brand' | 'images' | 'proofs' | 'secrets' | 'marks'>;

/** Draws it for who sees the shipment's details. @throws NOT_FOUND */
export async function drawProofFor(
  services: Source,
  viewer: Viewer,
  { trackingId, signal }: { trackingId: string; signal: AbortSignal },
): Promise<{ size: number; content: Readable }> {
  const shipment = await findByTypedId({ executor: services.db }, trackingId, findShipmentByTrackingId);
  const isParty = accessOf(shipment, viewer, services.secrets) !== 'visitor';
  const paper = isParty ? await readPaper(services, shipment) : null;
  if (!paper) throw new UserError('NOT_FOUND', 'There is no proof of delivery for this shipment.');
  return drawPaper(services, paper, signal);
}

/** Null if it isn’t delivered any more. */
export async function drawMailedProof(services: Source, shipmentId: string): Promise<Attachment | null> {
  const shipment = await findShipment(services.db, shipmentId);
  const paper = shipment && (await readPaper(services, shipment));
  if (!paper) return null;
  const { content } = await drawPaper(services, paper, AbortSignal.timeout(MAX_DRAWING_MS));
  const filename = `proof-of-delivery-${paper.trackingId}.pdf`;
  return { filename, content: Buffer.concat(await content.toArray()) };
}

async function readPaper(services: Source, shipment: ShipmentRow): Promise<ProofPaper | null> {
  const { db, brand, proofs } = services;
  const delivery = await readDelivery(db, shipment);
  if (!delivery) return null;
  const { entry, visit } = delivery;
  const own = delivery.proofs.filter(({ shipmentIds }) => shipmentIds.includes(shipment.id));
  const pictures: ProofPaper['pictures'] = [];
  for (const { kind, storageKey } of own.slice(0, MOST_PICTURES)) {
    const file = storageKey && (await proofs.find(storageKey));
    if (!file) continue;
    const image = Buffer.concat(await (await file.read()).toArray()).toString('base64');
    pictures.push({ label: kind === 'signature' ? 'Signature' : `Photo ${pictures.length + 1}`, image });
  }
  const missing = own.length - pictures.length;
  const { PUBLIC_URL: publicUrl } = services.environment;
  const jws = await signReceipt({ ...services, executor: db, publicUrl }, shipment, delivery);
  const facts: ProofPaper['facts'] = [
    ['Contents', shipment.description],
    ['From', shipment.senderName],
    ['To', [shipment.receiverName, shipment.shipTo].filter(Boolean).join(', ')],
    ['Delivered', formatTime(brand.site, visit ? new Date(visit.occurredAt) : entry.occurredAt)],
    ['How', visit?.method ? `Delivered ${METHOD_LABELS[visit.method]}` : 'Given away at our depot'],
    ['Taken by', visit?.recipient ?? ''],
    ['Receiver’s code', visit?.codeResult ? CODE_LABELS[visit.codeResult] : ''],
    ['Report received', formatTime(brand.site, visit ? new Date(visit.createdAt) : entry.createdAt)],
  ];
  return {
    brand: brand.site.name,
    trackingId: shipment.trackingId,
    facts: facts.filter(([, value]) => value !== ''),
    pictures,
    receipt: new URL(paths.receiptOf(jws), publicUrl).href,
    note:
      missing > 0
        ? `Pictures that aren’t in this file: ${missing}. They haven’t arrived, were too many, or were deleted.`
        : '',
  };
}

const drawPaper = ({ environment, images }: Source, paper: ProofPaper, signal: AbortSignal) =>
  drawToFile(images.unfinished, signal, (file) => writeProof({ fonts: environment.LABEL_FONTS, paper }, file, signal));
