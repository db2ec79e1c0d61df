import { useSearchParams } from 'react-router-dom';
import { useClosePanel } from '../../browser/panel-history.ts';
import { paths } from '../../domain/paths.ts';
import { Dialog, DialogBody } from '../../ui/dialog/dialog.tsx';
import { GroupedCode } from '../../ui/grouped-code.tsx';
import { QrCode } from '../../ui/qr-code.tsx';

/** All of it is in the address, so it needs neither a network nor a code. */
export function ReturnCodeDialog({ trackingId }: { trackingId: string }) {
  const [search] = useSearchParams();
  const detailed = search.get('detailed') === 'true' || undefined;
  const close = useClosePanel(paths.trackedShipment(trackingId, { detailed }));
  return (
    <Dialog open onClose={close} title="Show this code">
      <DialogBody className="stack gap-4">
        {/* Around it, so that a low screen scrolls instead of squeezing it. */}
        <div className="justify-self-center w-full max-w-[min(24rem,60vh)]">
          <QrCode
            text={location.origin + paths.trackedShipment(trackingId)}
            className="block w-full bg-code-paper fill-code-ink forced-color-adjust-none"
          />
        </div>
        <GroupedCode code={trackingId} className="justify-self-center text-h2 font-800" />
        <p className="soft">The courier or our depot scans it. You need no label, and no network.</p>
      </DialogBody>
    </Dialog>
  );
}
