import { type CSSProperties, type KeyboardEvent, type ReactNode, useId } from 'react';
import { useModalDialog } from '../../browser/modal-dialog.ts';
import { Button } from '../button.tsx';

interface MenuProps {
  title: string;
  anchor: Element | null;
  onClose: () => void;
  children: ReactNode;
}

interface BesideProps extends MenuProps {
  widthRem?: number;
  firstFocus?: (dialog: HTMLDialogElement) => HTMLElement | null;
}

const ROOM_PX = 16;
const INSET_PX = 18;

/** It is a bottom sheet on phones, and open while it is mounted. */
export function Beside({ title, anchor, onClose, widthRem = 14, firstFocus, children }: BesideProps) {
  const titleId = useId();
  const modal = useModalDialog(onClose, firstFocus ? { firstFocus } : {});
  const style = anchor ? placeBeside(anchor, widthRem) : {};
  return (
    <dialog {...modal} className="dialog menu" aria-labelledby={titleId} style={style}>
      <div className="dialog-sheet">
        <div className="dialog-head menu-head">
          <h2 id={titleId} tabIndex={-1}>
            {title}
          </h2>
          <Button variant="icon" icon="x" aria-label="Close" onClick={onClose} />
        </div>
        {children}
      </div>
    </dialog>
  );
}

/** Choices beside what opened them. */
export function Menu({ children, ...beside }: MenuProps) {
  function moveFocus(event: KeyboardEvent<HTMLElement>) {
    const items = [...event.currentTarget.querySelectorAll('button')];
    const at = items.findIndex((item) => item.matches(':focus'));
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    items.at(to === items.length ? 0 : to)?.focus();
  }

  return (
    <Beside {...beside} firstFocus={chosenOrFirst}>
      <div className="menu-items" role="menu" tabIndex={-1} aria-label={beside.title} onKeyDown={moveFocus}>
        {children}
      </div>
    </Beside>
  );
}

const chosenOrFirst = (dialog: HTMLDialogElement) =>
  dialog.querySelector<HTMLElement>('.menu-items [aria-checked="true"]') ??
  dialog.querySelector<HTMLElement>('.menu-items button');

function placeBeside(anchor: Element, widthRem: number): CSSProperties {
  const { top, bottom, left } = anchor.getBoundingClientRect();
  const { innerHeight, innerWidth } = window;
  const width = widthRem * Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  const [edge, room] = bottom > innerHeight / 2 ? ['--menu-bottom', innerHeight - top] : ['--menu-top', bottom];
  return {
    [edge]: `${room + 4}px`,
    '--menu-left': `${Math.max(ROOM_PX, Math.min(left - INSET_PX, innerWidth - width - ROOM_PX))}px`,
    '--menu-width': `${widthRem}rem`,
    '--menu-room': `${innerHeight - room - ROOM_PX}px`,
  } as CSSProperties;
}

interface MenuItemProps {
  /** For one of several choices; others are acts. */
  chosen?: boolean;
  onChoose: () => void;
  children: ReactNode;
}

export function MenuItem({ chosen, onChoose, children }: MenuItemProps) {
  const kind = chosen === undefined ? { role: 'menuitem' } : { role: 'menuitemradio', 'aria-checked': chosen };
  return (
    <button {...kind} type="button" className="menu-item" onClick={onChoose}>
      {children}
    </button>
  );
}
