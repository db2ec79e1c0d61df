import { type ComponentType, lazy, Suspense, useSyncExternalStore } from 'react';
import { inBackground } from '../../browser/in-background.ts';
import { firstToast } from './toast.ts';

/** A chunk that cannot be had must not take the page down with it: then nothing is said. */
const ToastArea = lazy(async (): Promise<{ default: ComponentType }> => {
  const module = await inBackground(() => import('./toast-area.tsx'));
  return { default: module?.ToastArea ?? (() => null) };
});

/** Where toasts show; once on every page. Empty until the first one, which brings what draws them. */
export function Toaster() {
  const isNeeded = useSyncExternalStore(firstToast.subscribe, firstToast.isSaid, () => false);
  if (!isNeeded) return null;
  return (
    <Suspense>
      <ToastArea />
    </Suspense>
  );
}
