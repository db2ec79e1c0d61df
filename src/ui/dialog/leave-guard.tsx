import { type ReactNode, useLayoutEffect } from 'react';
import { useBlocker } from 'react-router-dom';
import { confirmBeforeUnload } from '../../browser/leaving.ts';
import { ConfirmDialog } from './dialog.tsx';

interface LeaveGuardProps {
  /** True while something would be lost, such as an upload. */
  when: boolean;
  /** Nothing is lost while only a panel of the page opens or closes. */
  isKeptInPanels?: boolean;
  children: ReactNode;
}

export function LeaveGuard({ when, isKeptInPanels = false, children }: LeaveGuardProps) {
  // Ends together with what is on the screen, not some time after it.
  useLayoutEffect(() => (when ? confirmBeforeUnload() : undefined), [when]);
  const { state, reset, proceed } = useBlocker(
    ({ currentLocation, nextLocation }) =>
      when &&
      (currentLocation.pathname !== nextLocation.pathname ||
        (!isKeptInPanels && currentLocation.search !== nextLocation.search)),
  );
  return (
    <ConfirmDialog
      open={state === 'blocked'}
      onClose={() => reset?.()}
      onConfirm={() => proceed?.()}
      title="Leave this page?"
      confirmLabel="Leave"
      cancelLabel="Stay"
      destructive
    >
      {children}
    </ConfirmDialog>
  );
}
