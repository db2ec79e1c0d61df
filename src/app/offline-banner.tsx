import { useOnline } from '../browser/online-status.ts';
import { Banner } from '../ui/layout/banner.tsx';

export function OfflineBanner() {
  return useOnline() ? null : (
    <Banner isFallback>
      <b>You’re offline</b>
    </Banner>
  );
}
