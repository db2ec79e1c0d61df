import { useOnline } from '../offline/online-status.ts';
import { Strip } from '../ui/layout/strip.tsx';

/** Says on every page that there is no network, unless the page says so itself, with its age. */
export function OfflineStrip() {
  return useOnline() ? null : (
    <Strip isSpare>
      <b>You’re offline</b>
    </Strip>
  );
}
