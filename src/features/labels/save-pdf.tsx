import { useState } from 'react';
import {
  downloadPrintedFile,
  orderPrintedFile,
  type PrintedFile,
  type PrintedFileOrder,
} from '../../api/files/printed-files.ts';
import { useChange } from '../../api/use-change.ts';
import { saveFile } from '../../browser/save-file.ts';
import { counted } from '../../domain/figures.ts';
import { Button } from '../../ui/button.tsx';
import { DOCUMENT_LABELS } from './print-choices.ts';

/** The server draws the file, with letters that this device may lack. */
export function SavePdf({ order, disabled }: { order: PrintedFileOrder; disabled: boolean }) {
  const [file, setFile] = useState<PrintedFile>();
  const save = useChange({
    failed: 'The PDF was not saved',
    mutationFn: async () => {
      const ordered = await orderPrintedFile(order);
      setFile(ordered);
      return downloadPrintedFile(ordered.id, order.format);
    },
    onSuccess: (content) => saveFile(content, `${DOCUMENT_LABELS[order.document]}.${order.format}`),
  });
  return (
    <Button
      icon="download"
      disabled={disabled}
      pending={save.isPending}
      pendingLabel={file?.ahead ? `After ${counted(file.ahead, 'file')}` : 'Drawing'}
      onClick={() => save.mutate()}
    >
      Save PDF
    </Button>
  );
}
