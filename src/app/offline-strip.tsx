import { useOnline } from '../offline/online-status.ts';
import { Strip } from '../ui/layout/strip.tsx';

/** Says on every page that the device is offline, unless the page shows its own banner. */
export function OfflineStrip() {
  return useOnline() ? null : (
    <Strip isSpare>
      <b>You’re offline</b>
    </Strip>
  );
}
