import { Suspense } from 'react';
import { lazyNamed } from '../../browser/loading/lazy-named.ts';
import { useProfile } from '../session/queries.ts';

const DeletionBanner = lazyNamed(() => import('./deletion-banner.tsx'), 'DeletionBanner');

/** Few people ever load the rest. */
export function DeletionNotice() {
  const eraseOn = useProfile()?.eraseOn;
  return eraseOn ? (
    <Suspense>
      <DeletionBanner eraseOn={eraseOn} />
    </Suspense>
  ) : null;
}
