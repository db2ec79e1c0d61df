import { type ReactNode, type Ref, useId } from 'react';
import { useModalDialog } from '../../browser/modal-dialog.ts';
import { Button } from '../button.tsx';
import { Notice } from '../notice.tsx';

interface DialogProps {
  open: boolean;
  onClose: () => void;
  title: ReactNode;
  /** `DialogBody` and `DialogFooter`, or a `Form` around both. */
  children: ReactNode;
  pending?: boolean;
  /** A list is a panel along the right edge at the desk. */
  side?: boolean;
  /** It must be answered, and focuses the footer’s first button. */
  alert?: boolean;
}

/** It is a bottom sheet on phones, and mounts its contents only while open. */
export function Dialog({ open, ...props }: DialogProps) {
  return open ? <OpenDialog {...props} /> : null;
}

function OpenDialog({
  onClose,
  title,
  children,
  pending = false,
  side = false,
  alert = false,
}: Omit<DialogProps, 'open'>) {
  const titleId = useId();
  const bodyId = useId();
  const modal = useModalDialog(onClose, { locked: pending, firstFocus: alert ? firstFooterButton : firstFieldOrTitle });
  return (
    <dialog
      {...modal}
      className={side ? 'dialog dialog-side' : 'dialog'}
      role={alert ? 'alertdialog' : undefined}
      aria-labelledby={titleId}
      aria-describedby={alert ? bodyId : undefined}
    >
      <div className="dialog-sheet">
        <div className="dialog-head">
          <h2 id={titleId} tabIndex={-1}>
            {title}
          </h2>
          <Button variant="icon" icon="x" aria-label="Close" onClick={onClose} disabled={pending} />
        </div>
        {alert ? (
          <div id={bodyId} className="contents">
            {children}
          </div>
        ) : (
          children
        )}
      </div>
    </dialog>
  );
}

const FIELDS = ':is(input, select, textarea):not([hidden], [type=hidden], :disabled)';

/** No keyboard may cover the dialog, so it is the title on touch. */
const firstFieldOrTitle = (dialog: HTMLDialogElement) =>
  (!matchMedia('(pointer: coarse)').matches && dialog.querySelector<HTMLElement>(FIELDS)) ||
  dialog.querySelector<HTMLElement>('h2');

/** The form comes later than its dialog. */
export const focusFirstField = (element: Element | null) => {
  const dialog = element?.closest('dialog');
  if (dialog?.open) firstFieldOrTitle(dialog)?.focus();
};

const firstFooterButton = (dialog: HTMLDialogElement) => dialog.querySelector<HTMLElement>('.dialog-foot button');

interface DialogBodyProps {
  ref?: Ref<HTMLDivElement>;
  children: ReactNode;
  className?: string;
}

export function DialogBody({ ref, children, className = '' }: DialogBodyProps) {
  return (
    <div ref={ref} className={`dialog-body ${className}`}>
      {children}
    </div>
  );
}

export function DialogFooter({ children }: { children: ReactNode }) {
  return <div className="dialog-foot">{children}</div>;
}

interface ConfirmDialogProps {
  open: boolean;
  onClose: () => void;
  onConfirm: () => void;
  title: ReactNode;
  children: ReactNode;
  confirmLabel: string;
  cancelLabel?: string;
  pending?: boolean;
  pendingLabel?: string;
  destructive?: boolean;
  error?: { title: string; message?: string };
}

export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, onClose, onConfirm, title, children, confirmLabel, cancelLabel = 'Cancel' } = props;
  const { pending = false, pendingLabel, destructive = false, error } = props;
  return (
    <Dialog open={open} onClose={onClose} title={title} pending={pending} alert>
      <DialogBody className="stack gap-4">
        <div>{children}</div>
        {error && (
          <Notice tone="bad" title={error.title} live>
            {error.message}
          </Notice>
        )}
      </DialogBody>
      <DialogFooter>
        <Button onClick={onClose} disabled={pending}>
          {cancelLabel}
        </Button>
        <Button
          variant={destructive ? 'destructive-solid' : 'primary'}
          // A double tap confirms once.
          onClick={({ detail }) => detail < 2 && onConfirm()}
          pending={pending}
          pendingLabel={pendingLabel}
        >
          {confirmLabel}
        </Button>
      </DialogFooter>
    </Dialog>
  );
}
