import { site } from '../../config/site.ts';
import type { PrintedShipment } from '../../domain/labels/printing.ts';
import { Button } from '../../ui/button.tsx';
import { drawHere } from '../labels/draw-here.ts';
import { readChoices } from '../labels/print-choices.ts';
import { printPages } from '../labels/print-pages.tsx';

/** It says that it is a test, and no scanner knows its ID. */
const SAMPLE: PrintedShipment = {
  id: '',
  trackingId: 'W000000TEST0',
  reference: 'TEST',
  service: 'Package',
  weight: '1 kg',
  senderName: site.name,
  senderCountry: '',
  receiverName: 'Åse Ørsted-Łukasz',
  receiverCountry: '',
  shipTo: 'Storgatan 5, 411 24 Göteborg',
  parcels: 1,
  marks: [],
  isTest: true,
};

/** Prints on the paper that was last used on this device. */
export function TestLabel({ onPrinted }: { onPrinted: () => void }) {
  return (
    <Button
      icon="printer"
      onClick={() => {
        const style = { document: 'labels', size: readChoices().size, first: 1, hasSort: false } as const;
        printPages(drawHere({ shipments: [SAMPLE] }, style), style);
        onPrinted();
      }}
    >
      Print a test label
    </Button>
  );
}
