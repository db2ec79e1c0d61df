import { type MouseEvent, type ReactNode, useId } from 'react';
import { NavLink } from 'react-router-dom';
import { useModalDialog } from '../../browser/modal-dialog.ts';
import { Button } from '../button.tsx';
import { Icon, type IconName } from '../icon.tsx';

interface DrawerProps {
  open: boolean;
  /** Also called by every link inside. */
  onClose: () => void;
  label: string;
  /** A `nav` of `DrawerLink`s, then optionally a `drawer-foot`. */
  children: ReactNode;
}

/** Mounts its contents only while open. */
export function Drawer({ open, ...props }: DrawerProps) {
  return open ? <OpenDrawer {...props} /> : null;
}

function OpenDrawer({ onClose, label, children }: Omit<DrawerProps, 'open'>) {
  const titleId = useId();
  const modal = useModalDialog(onClose);
  const drawer = {
    ...modal,
    onClick(event: MouseEvent) {
      modal.onClick(event);
      if (event.target instanceof Element && event.target.closest('a')) onClose();
    },
  };

  return (
    <dialog {...drawer} className="drawer" aria-labelledby={titleId}>
      <div className="drawer-head">
        <h2 id={titleId} className="text-body font-700 tracking-normal">
          {label}
        </h2>
        <Button variant="icon" icon="x" aria-label={`Close ${label.toLowerCase()}`} onClick={onClose} />
      </div>
      <div className="drawer-body">{children}</div>
    </dialog>
  );
}

interface DrawerLinkProps {
  to: string;
  icon: IconName;
  end?: boolean;
  children: ReactNode;
}

export function DrawerLink({ to, icon, end, children }: DrawerLinkProps) {
  return (
    <NavLink to={to} end={end} className="drawer-link">
      <Icon name={icon} />
      <span className="min-w-0 py-2 break-anywhere">{children}</span>
    </NavLink>
  );
}
