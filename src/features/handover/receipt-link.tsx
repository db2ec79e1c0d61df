import { useState } from 'react';
import { Link } from 'react-router-dom';
import { serverErrorOf } from '../../api/calls/call-error.ts';
import { trpc } from '../../api/calls/trpc.ts';
import { readGrant } from '../../api/shipment-grants.ts';
import { saveFile } from '../../browser/save-file.ts';
import { paths } from '../../domain/paths.ts';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toast/toast.ts';

export function ReceiptLink({ trackingId }: { trackingId: string }) {
  const [isPending, setPending] = useState(false);

  async function download() {
    setPending(true);
    try {
      const { jws } = await trpc.shipment.getReceipt.query(
        { trackingId },
        { context: { grant: readGrant(trackingId) } },
      );
      saveFile(new Blob([jws], { type: 'application/jose' }), `receipt-${trackingId}.jws`);
    } catch (error) {
      toast.error('The receipt was not downloaded', serverErrorOf(error).message);
    } finally {
      setPending(false);
    }
  }

  return (
    <div className="row mt-4">
      <Button icon="receipt-text" pending={isPending} pendingLabel="Downloading" onClick={download}>
        Download receipt
      </Button>
      <p className="field-hint">
        A signed file, which anyone can <Link to={paths.receipt}>verify</Link>.
      </p>
    </div>
  );
}
