import { type ReactNode, Suspense, useState } from 'react';
import type { PrintedDocument } from '../../domain/labels/printing.ts';
import { FOR_SHIPMENTS, PrintDialog } from './lazy-print-dialog.tsx';
import type { ToPrint } from './to-print.ts';

export function usePrintDialog(
  toPrint: ToPrint,
  documents: readonly PrintedDocument[] = FOR_SHIPMENTS,
): { open: () => void; dialog: ReactNode } {
  const [isOpen, setOpen] = useState(false);
  return {
    open: () => setOpen(true),
    dialog: isOpen && (
      <Suspense>
        <PrintDialog toPrint={toPrint} documents={documents} onClose={() => setOpen(false)} />
      </Suspense>
    ),
  };
}
