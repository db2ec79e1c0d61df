import { type CSSProperties, type KeyboardEvent, type ReactNode, useId } from 'react';
import { useModalDialog } from '../../browser/modal-dialog.ts';
import { Button } from '../button.tsx';

interface MenuProps {
  title: ReactNode;
  /** What it opens beside, where there is room for that. */
  anchor: Element | null;
  onClose: () => void;
  children: ReactNode;
}

const ROOM_PX = 16;
/** From its edge to what is in it. */
const INSET_PX = 18;
const WIDTH_REM = 14;

/** Choices beside what opened them, on phones a bottom sheet. Open while it is mounted. */
export function Menu({ title, anchor, onClose, children }: MenuProps) {
  const titleId = useId();
  const modal = useModalDialog(onClose, { firstFocus: chosenOrFirst });

  function moveFocus(event: KeyboardEvent<HTMLElement>) {
    const items = [...event.currentTarget.querySelectorAll('button')];
    const at = items.findIndex((item) => item.matches(':focus'));
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    items.at(to === items.length ? 0 : to)?.focus();
  }

  return (
    <dialog {...modal} className="dialog menu" aria-labelledby={titleId} style={anchor ? placeBeside(anchor) : {}}>
      <div className="dialog-sheet">
        <div className="dialog-head menu-head">
          <h2 id={titleId} tabIndex={-1}>
            {title}
          </h2>
          <Button variant="icon" icon="x" aria-label="Close" onClick={onClose} />
        </div>
        <div className="menu-items" role="menu" tabIndex={-1} aria-labelledby={titleId} onKeyDown={moveFocus}>
          {children}
        </div>
      </div>
    </dialog>
  );
}

const chosenOrFirst = (dialog: HTMLDialogElement) =>
  dialog.querySelector<HTMLElement>('.menu-items [aria-checked="true"]') ??
  dialog.querySelector<HTMLElement>('.menu-items button');

function placeBeside(anchor: Element): CSSProperties {
  const { top, bottom, left } = anchor.getBoundingClientRect();
  const { innerHeight, innerWidth } = window;
  const width = WIDTH_REM * Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  const [edge, room] = bottom > innerHeight / 2 ? ['--menu-bottom', innerHeight - top] : ['--menu-top', bottom];
  return {
    [edge]: `${room + 4}px`,
    '--menu-left': `${Math.max(ROOM_PX, Math.min(left - INSET_PX, innerWidth - width - ROOM_PX))}px`,
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
