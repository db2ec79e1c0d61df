import { type ComponentType, lazy, Suspense } from 'react';
import { useLocation } from 'react-router-dom';
import { loadOptional } from '../../browser/loading/load-optional.ts';
import { paths } from '../../domain/paths.ts';
import { useInstallOffer } from '../../pwa/install.ts';
import type { InstallNoticeProps } from './install-notice.tsx';

const InstallNotice = lazy(async (): Promise<{ default: ComponentType<InstallNoticeProps> }> => {
  const module = await loadOptional(() => import('./install-notice.tsx'));
  return { default: module?.InstallNotice ?? (() => null) };
});

const isRestingPlace = (path: string) =>
  path === paths.home || path === paths.manager || path.startsWith(paths.trackedShipment(''));

export function InstallOffer() {
  const { pathname } = useLocation();
  const method = useInstallOffer();
  if (method === 'none' || !isRestingPlace(pathname)) return null;
  return (
    <Suspense>
      <InstallNotice byHand={method === 'by-hand'} />
    </Suspense>
  );
}
