import { type ComponentType, useState } from 'react';
import { useHydrated } from '../../browser/use-hydrated.ts';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toast/toast.ts';
import type { ScanDialog } from './scan-dialog.tsx';

type Dialog = ComponentType<Parameters<typeof ScanDialog>[0]>;

export function ScanButton({ onFound }: { onFound: (trackingId: string) => void }) {
  const isStarted = useHydrated();
  const [dialog, setDialog] = useState<{ Scan: Dialog } | 'loading' | null>(null);

  async function open() {
    setDialog('loading');
    try {
      const { ScanDialog } = await import('./scan-dialog.tsx');
      setDialog({ Scan: ScanDialog });
    } catch {
      setDialog(null);
      toast.error('The scanner couldn’t be loaded', 'Type the tracking ID instead.');
    }
  }

  function found(trackingId: string) {
    setDialog(null);
    onFound(trackingId);
  }

  return (
    <>
      <Button
        icon="scan-line"
        className="px-4 grow"
        aria-disabled={!isStarted || undefined}
        pending={dialog === 'loading'}
        pendingLabel="Scan"
        onClick={open}
      >
        Scan
      </Button>
      {dialog !== null && dialog !== 'loading' && <dialog.Scan onFound={found} onClose={() => setDialog(null)} />}
    </>
  );
}
