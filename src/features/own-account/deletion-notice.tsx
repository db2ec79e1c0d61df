import { lazy, Suspense } from 'react';
import { useProfile } from '../session/queries.ts';

const DeletionBanner = lazy(async () => {
  const { DeletionBanner } = await import('./deletion-banner.tsx');
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
