import { useState } from 'react';
import { Link } from 'react-router-dom';
import { serverErrorOf } from '../../api/calls/call-error.ts';
import { trpc } from '../../api/calls/trpc.ts';
import { download } from '../../api/files/download.ts';
import { readGrant } from '../../api/shipment-grants.ts';
import { saveFile } from '../../browser/save-file.ts';
import { filePaths } from '../../domain/file-paths.ts';
import { paths } from '../../domain/paths.ts';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toast/toast.ts';

export function ReceiptLink({ trackingId }: { trackingId: string }) {
  const [pending, setPending] = useState<'receipt' | 'proof' | null>(null);
  const grant = readGrant(trackingId);

  async function save(what: 'receipt' | 'proof', read: () => Promise<Blob>, name: string) {
    setPending(what);
    try {
      saveFile(await read(), name);
    } catch (error) {
      toast.error(`The ${what} was not downloaded`, serverErrorOf(error).message);
    } finally {
      setPending(null);
    }
  }

  async function readReceipt() {
    const { jws } = await trpc.shipment.getReceipt.query({ trackingId }, { context: { grant } });
    return new Blob([jws], { type: 'application/jose' });
  }

  const readProof = () => download(filePaths.deliveryProof(trackingId), 'application/pdf', { grant });
  return (
    <div className="row mt-4">
      <Button
        icon="image"
        pending={pending === 'proof'}
        pendingLabel="Downloading"
        onClick={() => save('proof', readProof, `proof-of-delivery-${trackingId}.pdf`)}
      >
        Download proof (PDF)
      </Button>
      <Button
        icon="receipt-text"
        pending={pending === 'receipt'}
        pendingLabel="Downloading"
        onClick={() => save('receipt', readReceipt, `receipt-${trackingId}.jws`)}
      >
        Download receipt
      </Button>
      <p className="field-hint">
        The receipt is a signed file, which anyone can <Link to={paths.receipt}>verify</Link>.
      </p>
    </div>
  );
}
