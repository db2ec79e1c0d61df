import { cloneElement, type MouseEvent, type ReactElement, type ReactNode, Suspense, useState } from 'react';
import { createPortal } from 'react-dom';

export type OpeningButton = ReactElement<{
  onClick?: (event: MouseEvent<HTMLElement>) => void;
  'aria-haspopup'?: 'dialog';
}>;

/** A dialog, which may be loaded later. */
export type Opens = (close: () => void) => ReactNode;

/** A button and the dialog that it opens, which is drawn at the end of the page, not in the button’s row. */
export function Opener({ button, children }: { button: OpeningButton; children: Opens }) {
  const [isOpen, setOpen] = useState(false);
  function open({ currentTarget }: MouseEvent<HTMLElement>) {
    // Safari doesn’t focus what is clicked, and the focus comes back here.
    currentTarget.focus();
    setOpen(true);
  }
  return (
    <>
      {cloneElement(button, { onClick: open, 'aria-haspopup': 'dialog' })}
      {isOpen && createPortal(<Suspense>{children(() => setOpen(false))}</Suspense>, document.body)}
    </>
  );
}
