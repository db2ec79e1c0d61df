import type { ReactNode } from 'react';
import { Icon, type IconName } from './icon.tsx';
import { TONE_CLASS, type Tone } from './tone.ts';

const DEFAULT_ICON: Record<Tone, IconName> = {
  plain: 'info',
  move: 'info',
  signal: 'info',
  warn: 'triangle-alert',
  good: 'circle-check',
  bad: 'circle-x',
};

interface NoticeProps {
  tone?: Tone;
  icon?: IconName;
  title?: ReactNode;
  children?: ReactNode;
  /** One `Button` or `ButtonLink` at most. */
  action?: ReactNode;
  /** Announce it, since it follows an action: as an alert if `bad`, otherwise as a status. */
  live?: boolean;
  className?: string;
}

export function Notice({ tone = 'plain', icon, title, children, action, live = false, className = '' }: NoticeProps) {
  const role = live ? (tone === 'bad' ? 'alert' : 'status') : undefined;
  return (
    <div role={role} className={`notice ${TONE_CLASS[tone]} ${className}`}>
      <span className="notice-icon">
        <Icon name={icon ?? DEFAULT_ICON[tone]} />
      </span>
      <div className="notice-body">
        {title && <p className="font-700">{title}</p>}
        {children && <div>{children}</div>}
        {action && <div className="mt-2">{action}</div>}
      </div>
    </div>
  );
}

/** Shows why the last try of a change failed, if it did. */
export function FailureNotice({
  of,
  className = '',
}: {
  of: { title: string; message: string } | undefined;
  className?: string;
}) {
  return (
    of && (
      <Notice tone="bad" title={of.title} live className={className}>
        {of.message}
      </Notice>
    )
  );
}
