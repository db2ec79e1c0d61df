import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
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
  const [pending, setPending] = useState<Wanted | null>(null);
  const navigate = useNavigate();
  const grant = readGrant(trackingId);

  async function act(what: Wanted, change: () => Promise<unknown>) {
    if (pending) return;
    setPending(what);
    try {
      await change();
    } catch (error) {
      toast.error(NOT_DONE[what], serverErrorOf(error).message);
    } finally {
      setPending(null);
    }
  }

  const readReceipt = async () => (await trpc.shipment.getReceipt.query({ trackingId }, { context: { grant } })).jws;
  const show = async () => navigate(paths.receiptOf(await readReceipt()));
  const saveReceipt = async () =>
    saveFile(new Blob([await readReceipt()], { type: 'application/jose' }), `receipt-${trackingId}.jws`);
  const saveProof = async () => {
    const proof = await download(filePaths.deliveryProof(trackingId), 'application/pdf', { grant });
    saveFile(proof, `proof-of-delivery-${trackingId}.pdf`);
  };
  return (
    <div className="row mt-4">
      <Button
        icon="receipt-text"
        pending={pending === 'receipt'}
        pendingLabel="Opening"
        onClick={() => act('receipt', show)}
      >
        Show receipt
      </Button>
      <Button
        icon="image"
        pending={pending === 'proof'}
        pendingLabel="Downloading"
        onClick={() => act('proof', saveProof)}
      >
        Download proof (PDF)
      </Button>
      <p className="field-hint">
        We signed the receipt, and anyone can verify it, without a network too.{' '}
        <button type="button" className="go" onClick={() => act('file', saveReceipt)}>
          Download receipt
        </button>
      </p>
    </div>
  );
}

type Wanted = keyof typeof NOT_DONE;
const NOT_DONE = {
  receipt: 'The receipt wasn’t opened',
  file: 'The receipt was not downloaded',
  proof: 'The proof was not downloaded',
};
