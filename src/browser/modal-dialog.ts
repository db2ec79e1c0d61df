import { type KeyboardEvent, type MouseEvent, type RefObject, type SyntheticEvent, useEffect, useRef } from 'react';

/** What to spread on the `<dialog>` element. */
export interface ModalDialog {
  ref: RefObject<HTMLDialogElement | null>;
  onCancel: (event: SyntheticEvent) => void;
  onClose: (event: SyntheticEvent<HTMLDialogElement>) => void;
  onKeyDown: (event: KeyboardEvent) => void;
  onPointerDown: (event: MouseEvent) => void;
  onClick: (event: MouseEvent) => void;
}

/**
 * A native modal `<dialog>`, open for as long as it is mounted: the page behind is inert, Esc and a click on the
 * backdrop ask to close (unless `locked`), and the focus goes back to where it was, or to the page where that is gone. The
 * focus starts on the element that `firstFocus` picks, else where the browser puts it.
 */
export function useModalDialog(
  onClose: () => void,
  {
    locked = false,
    firstFocus,
  }: { locked?: boolean; firstFocus?: (dialog: HTMLDialogElement) => HTMLElement | null } = {},
): ModalDialog {
  const ref = useRef<HTMLDialogElement>(null);
  const pressedBackdrop = useRef(false);
  const pickFocus = useRef(firstFocus);

  useEffect(() => {
    const dialog = ref.current;
    if (!dialog) return;
    const before = document.activeElement;
    dialog.showModal();
    pickFocus.current?.(dialog)?.focus();
    return () => {
      dialog.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
      else document.querySelector('main')?.focus({ preventScroll: true });
    };
  }, []);

  const ask = () => {
    if (!locked) onClose();
  };

  return {
    ref,
    onCancel(event) {
      if (event.target !== ref.current) return; // a file picker inside cancels too
      event.preventDefault();
      ask();
    },
    onClose(event) {
      // a second Esc can close without asking first; a close of our own making is no news
      if (event.target === ref.current && ref.current && !ref.current.open) onClose();
    },
    onKeyDown(event) {
      if (locked && event.key === 'Escape') event.preventDefault(); // Chromium: a second Esc closes without asking
    },
    onPointerDown(event) {
      pressedBackdrop.current = event.target === ref.current;
    },
    onClick(event) {
      // both ends of the click, so that a selection dragged out of a field does not close; and not the second half of a
      // double tap on what has opened the dialog
      if (event.detail < 2 && pressedBackdrop.current && event.target === ref.current) ask();
    },
  };
}
