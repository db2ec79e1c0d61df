import { useHydrated } from '../../browser/use-hydrated.ts';
import { paths } from '../../domain/paths.ts';
import { inGroupsOfFour } from '../../domain/tracking-id.ts';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toast/toast.ts';

/** Copies the link where the browser can't share. */
export function ShareButton({ trackingId }: { trackingId: string }) {
  const isStarted = useHydrated();

  async function share() {
    const url = location.origin + paths.trackedShipment(trackingId);
    try {
      await shareNatively({ title: `Shipment ${inGroupsOfFour(trackingId).join(' ')}`, url });
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return;
      await copy(url);
    }
  }
  return (
    <Button
      variant="icon"
      icon="share-2"
      aria-label="Share tracking link"
      title="Share tracking link"
      aria-disabled={!isStarted || undefined}
      onClick={share}
    />
  );
}

async function shareNatively(data: ShareData): Promise<void> {
  if (!navigator.canShare?.(data)) throw new DOMException('This browser cannot share this', 'NotSupportedError');
  await navigator.share(data);
}

async function copy(link: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(link);
    toast.success('Tracking link copied');
  } catch {
    toast.error('Tracking link not copied', 'Copy it from the address bar.');
  }
}
