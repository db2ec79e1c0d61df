import { type ReactNode, useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import { Icon, type IconName } from './icon.tsx';

/** A new button ignores touches for this long: the finger may still be on the last one. */
const SETTLE_MS = 500;

interface BigButtonProps {
  icon?: IconName;
  /** The page's main act; at most one. */
  primary?: boolean;
  disabled?: boolean;
  onClick: () => void;
  children: ReactNode;
}

/** A button for gloves and sun, 56 px high. */
export function BigButton({ icon, primary = false, disabled = false, onClick, children }: BigButtonProps) {
  const isSettled = useSettled();
  return (
    <button
      type="button"
      className={primary ? 'btn-big-main' : 'btn-big'}
      disabled={disabled}
      aria-disabled={!isSettled || undefined}
      onClick={() => isSettled && onClick()}
    >
      <Face icon={icon}>{children}</Face>
    </button>
  );
}

interface BigLinkProps {
  /** A path, or an outside address with its scheme. */
  to: string;
  icon?: IconName;
  primary?: boolean;
  children: ReactNode;
}

export function BigLink({ to, icon, primary = false, children }: BigLinkProps) {
  const isSettled = useSettled();
  const props = {
    className: primary ? 'btn-big-main' : 'btn-big',
    'aria-disabled': !isSettled || undefined,
    onClick: (event: { preventDefault: () => void }) => !isSettled && event.preventDefault(),
  };
  const face = <Face icon={icon}>{children}</Face>;
  if (to.startsWith('/')) {
    return (
      <Link {...props} to={to}>
        {face}
      </Link>
    );
  }
  return (
    <a {...props} href={to} rel="noreferrer">
      {face}
    </a>
  );
}

const Face = ({ icon, children }: Pick<BigButtonProps, 'icon' | 'children'>) => (
  <span className="btn-face">
    {icon && <Icon name={icon} />}
    <span className="min-w-0">{children}</span>
  </span>
);

function useSettled(): boolean {
  const [isSettled, setSettled] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(true), SETTLE_MS);
    return () => clearTimeout(timer);
  }, []);
  return isSettled;
}
