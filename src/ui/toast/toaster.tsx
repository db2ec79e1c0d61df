import { type ComponentType, lazy, Suspense } from 'react';
import { loadOptional } from '../../browser/loading/load-optional.ts';
import { useHasToast } from './toast.ts';

/** If the chunk fails to load, no toast shows and the page still works. */
const ToastArea = lazy(async (): Promise<{ default: ComponentType }> => {
  const module = await loadOptional(() => import('./toast-area.tsx'));
  return { default: module?.ToastArea ?? (() => null) };
});

/** Once per page. */
export function Toaster() {
  if (!useHasToast()) return null;
  return (
    <Suspense>
      <ToastArea />
    </Suspense>
  );
}
