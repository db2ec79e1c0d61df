import { cloneElement, type ReactElement, type ReactNode, Suspense, useState } from 'react';
import { createPortal } from 'react-dom';

export type OpeningButton = ReactElement<{ onClick?: () => void; 'aria-haspopup'?: 'dialog' }>;

/** A dialog, which may be loaded later. */
export type Opens = (close: () => void) => ReactNode;

/** A button and the dialog that it opens, which stands outside of the row or bar that has the button. */
export function Opener({ button, children }: { button: OpeningButton; children: Opens }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      {cloneElement(button, { onClick: () => setOpen(true), 'aria-haspopup': 'dialog' })}
      {isOpen && createPortal(<Suspense>{children(() => setOpen(false))}</Suspense>, document.body)}
    </>
  );
}
