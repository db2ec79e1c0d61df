import { UserError } from '../base/errors/errors.ts';
import type { Services } from '../context/context.ts';
import type { Attachment } from '../mail/letters/transport.ts';
import { drawOrder } from './draw-print-file.ts';
import type { DrawingOrder } from './read-drawable.ts';

/** The brand itself sees every shipment. */
const BRAND = { id: '', header: true, courier: false };
/** For printers at home. */
const STYLE = { document: 'labels', format: 'pdf', size: 'a4', dpi: 203, first: 1, hasSort: false } as const;
const MAX_DRAWING_MS = 60_000;

/** Draws the labels of a shipment for an email; null if no font has its letters, or it is gone. */
export async function drawMailedLabel(services: Services, id: string): Promise<Attachment | null> {
  const order: DrawingOrder = { selection: { ids: [id] }, order: 'given', ...STYLE };
  const call = { asker: BRAND, requestId: '', signal: AbortSignal.timeout(MAX_DRAWING_MS) };
  try {
    const { name, content } = await drawOrder(services, call, order);
    return { filename: name, content: Buffer.concat(await content.toArray()) };
  } catch (error) {
    if (error instanceof UserError) return null;
    throw error;
  }
}
