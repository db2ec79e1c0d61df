import type { ReactNode } from 'react';
import { Icon, type IconName } from '../icon.tsx';
import { TONE_CLASS, type Tone } from '../tone.ts';

interface TicketCardProps {
  status?: { tone: Tone; icon: IconName; caption: string; label: ReactNode };
  /** Padded only with `status`. */
  children: ReactNode;
  /** The tear-off part: a `DescriptionList` (boxed={false}) or a small form. */
  stub: ReactNode;
  stubWidth?: 'narrow' | 'half';
  'aria-label'?: string;
  'aria-labelledby'?: string;
}

export function TicketCard({ status, children, stub, stubWidth = 'narrow', ...ariaProps }: TicketCardProps) {
  return (
    <section {...ariaProps} className={`label ${stubWidth === 'half' ? 'label-half' : ''}`}>
      {status ? (
        <div className={`label-main ${TONE_CLASS[status.tone]}`}>
          <span className="label-icon">
            <Icon name={status.icon} />
          </span>
          <p className="label-word">
            <span className="cap">{status.caption}</span> <strong className="label-state">{status.label}</strong>
          </p>
          <div className="label-body">{children}</div>
        </div>
      ) : (
        <div className="min-w-0">{children}</div>
      )}
      <div className="perforation" aria-hidden="true">
        <span />
      </div>
      <div className="label-stub">{stub}</div>
    </section>
  );
}
