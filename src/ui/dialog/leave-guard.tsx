import { type ReactNode, useLayoutEffect } from 'react';
import { useBlocker } from 'react-router-dom';
import { confirmBeforeUnload } from '../../browser/leaving.ts';
import { ConfirmDialog } from './dialog.tsx';

interface LeaveGuardProps {
  when: boolean;
  /** Panels of the page may open and close. */
  isKeptInPanels?: boolean;
  children: ReactNode;
}

export function LeaveGuard({ when, isKeptInPanels = false, children }: LeaveGuardProps) {
  // Must end together with what is on the screen.
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
