import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import { Link, type LinkProps } from 'react-router-dom';
import { Icon, type IconName } from './icon.tsx';

export type ButtonVariant = 'main' | 'line' | 'bad' | 'bad-solid' | 'quiet' | 'icon' | 'icon-line';

const VARIANT_CLASS: Record<ButtonVariant, string> = {
  main: 'btn-main',
  line: 'btn-line',
  bad: 'btn-bad',
  'bad-solid': 'btn-bad-solid',
  quiet: 'btn-quiet',
  icon: 'btn-icon',
  'icon-line': 'btn-icon-line',
};

interface ButtonLook {
  /**
   * Use `primary` at most once per view. `icon` and `icon-outline` are square and need an
   * `aria-label`. Default `outline`.
   */
  variant?: ButtonVariant;
  icon?: IconName;
  /** 44 px instead of 48. */
  small?: boolean;
  /** Full width. */
  wide?: boolean;
}

/** Button classes for elements that can't be a `Button` or `ButtonLink`, such as a file label. */
export function buttonClass({ variant = 'line', small, wide }: ButtonLook, off = false): string {
  return [VARIANT_CLASS[variant], small && 'btn-small', wide && 'btn-wide', off && 'btn-off'].filter(Boolean).join(' ');
}

interface ButtonProps extends Omit<ComponentProps<'button'>, 'ref'>, ButtonLook {
  /** Shows a spinner and ignores clicks, keeping width and focus. */
  pending?: boolean;
  /** The verb in -ing, shown beside the spinner while pending ("Saving"). */
  pendingLabel?: string;
}

/** A button with type `button` by default. */
export function Button(props: ButtonProps) {
  const { variant = 'line', icon, small, wide, pending = false, pendingLabel, ...rest } = props;
  const { className = '', children, onClick, disabled, type = 'button', ...attributes } = rest;
  const square = variant === 'icon' || variant === 'icon-line';

  function guard(event: MouseEvent<HTMLButtonElement>) {
    if (pending) event.preventDefault();
    else onClick?.(event);
  }

  return (
    <button
      {...attributes}
      type={type}
      disabled={disabled}
      aria-busy={pending || undefined}
      aria-disabled={pending || attributes['aria-disabled'] || undefined}
      onClick={guard}
      className={`${buttonClass({ variant, small, wide }, disabled)} ${className}`}
    >
      {square ? (
        <Icon name={pending ? 'loader-circle' : (icon ?? 'ellipsis')} className={pending ? 'spin' : ''} />
      ) : (
        <>
          <Face icon={icon} hidden={pending} key="face">
            {children}
          </Face>
          {/* both contents share a grid cell, so the width never changes */}
          {(pending || pendingLabel) && (
            <Face icon="loader-circle" turning hidden={!pending} key="wait">
              {pendingLabel ?? children}
            </Face>
          )}
        </>
      )}
    </button>
  );
}

interface ButtonLinkProps extends LinkProps, ButtonLook {}

/** A link that looks like a button. */
export function ButtonLink({
  variant = 'line',
  icon,
  small,
  wide,
  className = '',
  children,
  ...link
}: ButtonLinkProps) {
  const square = variant === 'icon' || variant === 'icon-line';
  return (
    <Link {...link} className={`${buttonClass({ variant, small, wide })} ${className}`}>
      {square && icon ? <Icon name={icon} /> : <Face icon={icon}>{children}</Face>}
    </Link>
  );
}

interface FaceProps {
  icon?: IconName;
  turning?: boolean;
  hidden?: boolean;
  children: ReactNode;
}

function Face({ icon, turning = false, hidden = false, children }: FaceProps) {
  return (
    <span className={`btn-face ${hidden ? 'invisible' : ''}`}>
      {icon && <Icon name={icon} className={turning ? 'spin' : ''} />}
      <span className="min-w-0">{children}</span>
    </span>
  );
}
