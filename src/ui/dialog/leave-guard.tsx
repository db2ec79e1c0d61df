import { type ReactNode, useEffect } from 'react';
import { useBlocker } from 'react-router-dom';
import { askBeforeUnload } from '../../browser/leaving.ts';
import { ConfirmDialog } from './dialog.tsx';

interface LeaveGuardProps {
  /** There is something that cannot be kept: a file on its way, say. */
  when: boolean;
  /** What leaving would do. */
  children: ReactNode;
}

/** Asks before this page is left by a link, by Back, or for good. */
export function LeaveGuard({ when, children }: LeaveGuardProps) {
  useEffect(() => (when ? askBeforeUnload() : undefined), [when]);
  const { state, reset, proceed } = useBlocker(
    ({ currentLocation, nextLocation }) =>
      when && currentLocation.pathname + currentLocation.search !== nextLocation.pathname + nextLocation.search,
  );
  return (
    <ConfirmDialog
      open={state === 'blocked'}
      onClose={() => reset?.()}
      onConfirm={() => proceed?.()}
      title="Leave this page?"
      confirmLabel="Leave"
      cancelLabel="Stay"
      bad
    >
      {children}
    </ConfirmDialog>
  );
}
