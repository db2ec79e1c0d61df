import { useOnline } from '../browser/online-status.ts';
import { Banner } from '../ui/layout/banner.tsx';

/** Says on every page that the device is offline, unless the page shows its own banner. */
export function OfflineBanner() {
  return useOnline() ? null : (
    <Banner isFallback>
      <b>You’re offline</b>
    </Banner>
  );
}
