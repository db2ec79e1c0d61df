import { lightFormat } from 'date-fns/lightFormat';
import { useState } from 'react';
import { downloadSelected, downloadShipments } from '../../api/files/shipment-files.ts';
import { useChange } from '../../api/use-change.ts';
import { saveFile } from '../../browser/save-file.ts';
import { inReaderTimeZone, type ManagedPageSearch } from '../../domain/paged.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';

const MEGABYTE = 1_000_000;

interface ExportButtonProps {
  of: { filter: ManagedPageSearch } | { ids: readonly string[] };
  small?: boolean;
  children: string;
}

export function ExportButton({ of, small = false, children }: ExportButtonProps) {
  const [bytes, setBytes] = useState(0);
  const download = useChange({
    failed: 'The shipments were not exported',
    mutationFn: () =>
      'ids' in of ? downloadSelected(of.ids, setBytes) : downloadShipments(inReaderTimeZone(of.filter), setBytes),
    onMutate: () => setBytes(0),
    onSuccess: (file) => saveFile(file, `shipments-${lightFormat(new Date(), 'yyyy-MM-dd')}.csv`),
  });
  return (
    <div className="grid gap-1.5">
      <Button
        icon="download"
        small={small}
        pending={download.isPending}
        pendingLabel={bytes < MEGABYTE ? 'Exporting' : `Exporting ${Math.floor(bytes / MEGABYTE)} MB`}
        onClick={() => download.mutate()}
      >
        {children}
      </Button>
      {download.failure && (
        <p role="alert" className="field-error">
          <Icon name="circle-alert" className="mt-px" />
          <span className="min-w-0">{download.failure.message}</span>
        </p>
      )}
    </div>
  );
}
