import { useOnline } from '../browser/online-status.ts';
import { useStorageLate } from '../browser/with-timeout.ts';
import { Banner } from '../ui/layout/banner.tsx';

export function OfflineBanner() {
  return useOnline() ? null : (
    <Banner isFallback>
      <b>You’re offline</b>
    </Banner>
  );
}

export function LateStorageBanner() {
  return useStorageLate() ? (
    <Banner icon="clock">
      <b>Waiting for this device’s storage.</b> What you have saved here shows as soon as it responds.
    </Banner>
  ) : null;
}
