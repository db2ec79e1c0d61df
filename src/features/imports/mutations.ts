import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { sendOnce } from '../../api/calls/idempotency.ts';
import { downloadImportReport } from '../../api/files/shipment-files.ts';
import { useChange } from '../../api/use-change.ts';
import { useSend } from '../../api/use-send.ts';
import { saveFile } from '../../browser/save-file.ts';
import { counted } from '../../domain/figures.ts';
import type { FileEncoding } from '../../domain/shops/draft-file.ts';
import { toast } from '../../ui/toast/toast.ts';
import type { FileKind } from './file-kind.ts';
import { shipmentImportQuery } from './queries.ts';

/** `sent`: from 0 to 1. */
export function useReadFile<Reading, Result>(kind: FileKind<Reading, Result>) {
  const [sent, setSent] = useState(0);
  const read = useMutation({
    mutationFn: ({ file, encoding }: { file: File; encoding?: FileEncoding }) =>
      kind.read(file, { encoding, onProgress: setSent }),
    onMutate: () => setSent(0),
  });
  return { ...read, sent };
}

export function useStartImport() {
  const client = useQueryClient();
  return useSend('shipmentImport.start', {
    failed: 'The import was not started',
    // Someone else may have started the same file.
    onError: (_error, { id }) => client.invalidateQueries({ queryKey: shipmentImportQuery(id).queryKey }),
  });
}

const undoImport = sendOnce('shipmentImport.undo');

export function useUndoImport() {
  return useChange<unknown, { id: string; created: number }>({
    mutationFn: ({ id }) => undoImport({ id }),
    failed: 'The import was not undone',
    onSuccess: (_answer, { created }) => toast.success('Import undone', `${counted(created, 'shipment')} deleted`),
  });
}

export function useSaveReport() {
  return useChange({
    failed: 'The report was not downloaded',
    mutationFn: ({ id }: { id: string; fileName: string }) => downloadImportReport(id),
    onSuccess: (report, { fileName }) => saveFile(report, `${fileName.replace(/\.csv$/i, '')}-errors.csv`),
  });
}
