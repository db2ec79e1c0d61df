import { lazy, Suspense } from 'react';
import { useProfile } from '../features/session/queries.ts';

const DeletionBanner = lazy(async () => {
  const { DeletionBanner } = await import('../features/own-account/deletion-banner.tsx');
  return { default: DeletionBanner };
});

/** Few people ever load the rest. */
export function DeletionNotice() {
  const eraseOn = useProfile()?.eraseOn;
  return eraseOn ? (
    <Suspense>
      <DeletionBanner eraseOn={eraseOn} />
    </Suspense>
  ) : null;
}
