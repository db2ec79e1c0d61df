import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { onceForInput } from '../../api/calls/idempotency.ts';
import { trpc } from '../../api/calls/trpc.ts';
import { downloadImportReport, uploadShipmentFile } from '../../api/files/shipment-files.ts';
import { saveFile } from '../../browser/save-file.ts';
import type { StartImport } from '../../domain/shipment-import.ts';

/**
 * Uploads a file and returns its id, with the share sent so far, 0 to 1. Retrying only checks it
 * again.
 */
export function useCheckFile() {
  const [sent, setSent] = useState(0);
  const check = useMutation({
    mutationFn: (file: File) => uploadShipmentFile(file, setSent),
    onMutate: () => setSent(0),
  });
  return { ...check, sent };
}

export function useStartImport() {
  return useMutation({
    mutationFn: onceForInput('shipmentImport.start', (input: StartImport, context) =>
      trpc.shipmentImport.start.mutate(input, { context }),
    ),
  });
}

/** Deletes the shipments an import created. */
export function useUndoImport() {
  return useMutation({
    mutationFn: onceForInput('shipmentImport.undo', (input: { id: string }, context) =>
      trpc.shipmentImport.undo.mutate(input, { context }),
    ),
  });
}

/** Downloads the rows with errors, named after the file. */
export function useSaveReport() {
  return useMutation({
    mutationFn: ({ id }: { id: string; fileName: string }) => downloadImportReport(id),
    onSuccess: (report, { fileName }) => saveFile(report, `${fileName.replace(/\.csv$/i, '')}-errors.csv`),
  });
}
