import type { PrintedDocument } from '../../domain/labels/printing.ts';
import { Button, type ButtonVariant } from '../../ui/button.tsx';
import type { ToPrint } from './to-print.ts';
import { usePrintDialog } from './use-print-dialog.tsx';

interface PrintButtonProps {
  toPrint: ToPrint;
  documents?: readonly PrintedDocument[];
  small?: boolean;
  variant?: ButtonVariant;
  children: string;
}

export function PrintButton({ toPrint, documents, small = false, variant, children }: PrintButtonProps) {
  const { open, dialog } = usePrintDialog(toPrint, documents);
  return (
    <>
      <Button icon="printer" small={small} variant={variant} aria-haspopup="dialog" onClick={open}>
        {children}
      </Button>
      {dialog}
    </>
  );
}
