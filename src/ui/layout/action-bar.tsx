import { type ComponentProps, type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { Link, type LinkProps, type To } from 'react-router-dom';
import { onPlainClick, useClosePanel, usePanelLink } from '../../browser/panel-history.ts';
import { Button, ButtonLink } from '../button.tsx';
import { Icon, type IconName } from '../icon.tsx';
import { Opener, type Opens } from '../opener.tsx';

export function ActionBar({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
    <div role="group" aria-label={label} className="actions">
      {children}
    </div>
  );
}

interface ActionStyle {
  icon: IconName;
  /** Leave out if it opens no panel. */
  open?: boolean;
  controls?: string;
  destructive?: boolean;
}

const actionClass = (open?: boolean, destructive?: boolean) =>
  `action ${open ? 'chosen' : destructive ? 'text-bad-text' : 'text-ink'}`;

type ActionProps = ActionStyle & ComponentProps<'button'>;

export const Action = ({ opens, ...action }: ActionProps & { opens?: Opens }) =>
  opens ? <Opener button={<PlainAction {...action} />}>{opens}</Opener> : <PlainAction {...action} />;

function PlainAction({ icon, open, controls, destructive, children, ...button }: ActionProps) {
  return (
    <button
      type="button"
      {...button}
      aria-expanded={open}
      aria-controls={open ? controls : undefined}
      className={actionClass(open, destructive)}
    >
      <Icon name={icon} />
      <span className="min-w-0">{children}</span>
    </button>
  );
}

/** Links to a page, or opens a panel; clicking it again closes the panel. */
export function ActionLink({ icon, open, controls, destructive, children, ...link }: ActionStyle & LinkProps) {
  const panel = usePanelLink(link.to);
  const close = useClosePanel(link.to);
  return (
    <Link
      {...panel}
      {...link}
      onClick={(event) => {
        // A double tap must not close it again.
        if (event.detail > 1) event.preventDefault();
        else if (open) onPlainClick(event, close);
      }}
      aria-expanded={open}
      aria-controls={open ? controls : undefined}
      className={actionClass(open, destructive)}
    >
      <Icon name={icon} />
      <span className="min-w-0">{children}</span>
    </Link>
  );
}

interface PanelProps {
  id?: string;
  title: ReactNode;
  onClose?: () => void;
  closeTo?: To;
  closeLabel?: string;
  children: ReactNode;
}

export function Panel({ id, title, onClose, closeTo, closeLabel = 'Close', children }: PanelProps) {
  const titleId = useId();
  const opener = useRef<Element>(null);
  // Closing removes the close button, so return the focus to the opener.
  useLayoutEffect(() => {
    opener.current = document.activeElement;
  }, []);
  const restoreFocus = () => opener.current instanceof HTMLElement && opener.current.focus();
  return (
    <section id={id} aria-labelledby={titleId} className="panel">
      <div className="flex flex-wrap items-start justify-end gap-x-4 -mt-[8px] -mr-$hang mb-3">
        <h2 id={titleId} className="flex-1 min-w-min [overflow-wrap:break-word] py-[calc((var(--h-ctl)-1lh)/2)]">
          {title}
        </h2>
        {closeTo !== undefined ? (
          <CloseLink to={closeTo} label={closeLabel} onClosed={restoreFocus} />
        ) : (
          onClose && <Button variant="icon" icon="x" onClick={onClose} aria-label={closeLabel} />
        )}
      </div>
      {children}
    </section>
  );
}

function CloseLink({ to, label, onClosed }: { to: To; label: string; onClosed: () => void }) {
  const close = useClosePanel(to);
  return (
    <ButtonLink
      variant="icon"
      icon="x"
      to={to}
      preventScrollReset
      aria-label={label}
      onClick={(event) =>
        onPlainClick(event, () => {
          onClosed();
          close();
        })
      }
    />
  );
}
