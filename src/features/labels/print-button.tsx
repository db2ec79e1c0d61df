import type { PrintedDocument } from '../../domain/label/printing.ts';
import { Button } from '../../ui/button.tsx';
import type { ToPrint } from './to-print.ts';
import { usePrintDialog } from './use-print-dialog.tsx';

interface PrintButtonProps {
  toPrint: ToPrint;
  documents?: readonly PrintedDocument[];
  small?: boolean;
  children: string;
}

export function PrintButton({ toPrint, documents, small = false, children }: PrintButtonProps) {
  const { open, dialog } = usePrintDialog(toPrint, documents);
  return (
    <>
      <Button icon="printer" small={small} aria-haspopup="dialog" onClick={open}>
        {children}
      </Button>
      {dialog}
    </>
  );
}
