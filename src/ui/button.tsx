import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import { Link, type LinkProps } from 'react-router-dom';
import { Icon, type IconName } from './icon.tsx';
import { Opener, type Opens } from './opener.tsx';

export type ButtonVariant =
  | 'primary'
  | 'outline'
  | 'destructive'
  | 'destructive-solid'
  | 'quiet'
  | 'icon'
  | 'icon-outline';

const VARIANT_CLASS: Record<ButtonVariant, string> = {
  primary: 'btn-main',
  outline: 'btn-line',
  destructive: 'btn-bad',
  'destructive-solid': 'btn-bad-solid',
  quiet: 'btn-quiet',
  icon: 'btn-icon',
  'icon-outline': 'btn-icon-line',
};

interface ButtonStyle {
  /**
   * Use `primary` at most once per view. `icon` and `icon-outline` are square and need an
   * `aria-label`.
   */
  variant?: ButtonVariant;
  icon?: IconName;
  /** 44 px instead of 48. */
  small?: boolean;
  wide?: boolean;
}

/** Some elements can’t be a `Button`. */
export function buttonClass({ variant = 'outline', small, wide }: ButtonStyle, disabled = false): string {
  return [VARIANT_CLASS[variant], small && 'btn-small', wide && 'btn-wide', disabled && 'btn-off']
    .filter(Boolean)
    .join(' ');
}

interface ButtonProps extends Omit<ComponentProps<'button'>, 'ref'>, ButtonStyle {
  /** Shows a spinner and ignores clicks, keeping width and focus. */
  pending?: boolean;
  /** The verb in -ing: "Saving". */
  pendingLabel?: string;
  /** The dialog that it opens. */
  opens?: Opens | undefined;
}

export const Button = ({ opens, ...button }: ButtonProps) =>
  opens ? <Opener button={<PlainButton {...button} />}>{opens}</Opener> : <PlainButton {...button} />;

function PlainButton(props: Omit<ButtonProps, 'opens'>) {
  const { variant = 'outline', icon, small, wide, pending = false, pendingLabel, ...rest } = props;
  const { className = '', children, onClick, disabled, type = 'button', ...attributes } = rest;
  const isSquare = variant === 'icon' || variant === 'icon-outline';

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
      {isSquare ? (
        <Icon name={pending ? 'loader-circle' : (icon ?? 'ellipsis')} className={pending ? 'spin' : ''} />
      ) : (
        <>
          <ButtonContent icon={icon} hidden={pending} key="face">
            {children}
          </ButtonContent>
          {(pending || pendingLabel) && (
            <ButtonContent icon="loader-circle" isSpinning hidden={!pending} key="wait">
              {pendingLabel ?? children}
            </ButtonContent>
          )}
        </>
      )}
    </button>
  );
}

interface ButtonLinkProps extends LinkProps, ButtonStyle {}

export function ButtonLink({
  variant = 'outline',
  icon,
  small,
  wide,
  className = '',
  children,
  ...link
}: ButtonLinkProps) {
  const isSquare = variant === 'icon' || variant === 'icon-outline';
  return (
    <Link {...link} className={`${buttonClass({ variant, small, wide })} ${className}`}>
      {isSquare && icon ? <Icon name={icon} /> : <ButtonContent icon={icon}>{children}</ButtonContent>}
    </Link>
  );
}

interface ButtonContentProps {
  icon?: IconName;
  isSpinning?: boolean;
  hidden?: boolean;
  children: ReactNode;
}

function ButtonContent({ icon, isSpinning = false, hidden = false, children }: ButtonContentProps) {
  return (
    <span className={`btn-face ${hidden ? 'invisible' : ''}`}>
      {icon && <Icon name={icon} className={isSpinning ? 'spin' : ''} />}
      <span className="min-w-0">{children}</span>
    </span>
  );
}
