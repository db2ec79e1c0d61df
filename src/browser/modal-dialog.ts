import {
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  type SyntheticEvent,
  useEffect,
  useLayoutEffect,
  useRef,
} from 'react';

export interface ModalDialog {
  ref: RefObject<HTMLDialogElement | null>;
  onCancel: (event: SyntheticEvent) => void;
  onClose: (event: SyntheticEvent<HTMLDialogElement>) => void;
  onKeyDown: (event: KeyboardEvent) => void;
  onPointerDown: (event: MouseEvent) => void;
  onClick: (event: MouseEvent) => void;
}

/** Open while it is mounted; afterwards focus returns to where it was. */
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

  useLayoutEffect(() => ignoreSecondClick, []);

  const ask = () => {
    if (!locked) onClose();
  };

  return {
    ref,
    onCancel(event) {
      if (event.target !== ref.current) return; // File pickers inside cancel too.
      event.preventDefault();
      ask();
    },
    onClose(event) {
      // After a second Esc, which does not ask.
      if (event.target === ref.current && ref.current && !ref.current.open) onClose();
    },
    onKeyDown(event) {
      if (locked && event.key === 'Escape') event.preventDefault(); // Chromium: a second Esc closes without asking.
    },
    onPointerDown(event) {
      pressedBackdrop.current = event.target === ref.current;
    },
    onClick(event) {
      // Dragging a selection out of a field must close nothing; nor must the second tap of a double
      // tap.
      if (event.detail < 2 && pressedBackdrop.current && event.target === ref.current) ask();
    },
  };
}

/** A dialog may close between the clicks of a double click: the second is for nothing beneath. */
function ignoreSecondClick(): void {
  document.addEventListener(
    'click',
    function ignore(event) {
      if (event.detail < 2) return document.removeEventListener('click', ignore, true);
      event.preventDefault();
      event.stopPropagation();
    },
    true,
  );
}
