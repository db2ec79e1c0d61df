import { type ReactNode, useId } from 'react';
import { useModalDialog } from '../../browser/modal-dialog.ts';
import { Button } from '../button.tsx';
import { Notice } from '../notice.tsx';

interface DialogProps {
  open: boolean;
  /** Asked by the close button, Esc and the backdrop. */
  onClose: () => void;
  title: ReactNode;
  /** `DialogBody` and `DialogFoot`, or a `Form` around both. */
  children: ReactNode;
  /** Work is under way: it does not close. */
  pending?: boolean;
  /** It asks a question that must be answered; focus starts on the first button of the foot. */
  alert?: boolean;
}

/** A dialog: centred, on phones a sheet from the bottom edge. Its contents are mounted only while it is open. */
export function Dialog({ open, ...props }: DialogProps) {
  return open ? <OpenDialog {...props} /> : null;
}

function OpenDialog({ onClose, title, children, pending = false, alert = false }: Omit<DialogProps, 'open'>) {
  const titleId = useId();
  const bodyId = useId();
  const modal = useModalDialog(onClose, { locked: pending, firstFocus: alert ? firstAnswer : firstField });
  return (
    <dialog
      {...modal}
      className="dialog"
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

/** Desktops start in the first field; on touch the title, so that the keyboard does not cover what was just opened. */
const firstField = (dialog: HTMLDialogElement) =>
  (matchMedia('(pointer: fine)').matches && dialog.querySelector<HTMLElement>('input, select, textarea')) ||
  dialog.querySelector<HTMLElement>('h2');

const firstAnswer = (dialog: HTMLDialogElement) => dialog.querySelector<HTMLElement>('.dialog-foot button');

/** The part that scrolls. */
export function DialogBody({ children, className = '' }: { children: ReactNode; className?: string }) {
  return <div className={`dialog-body ${className}`}>{children}</div>;
}

/** The part that stays: Cancel left, the deed right. */
export function DialogFoot({ children }: { children: ReactNode }) {
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
  /** It destroys something. */
  bad?: boolean;
  /** Why it did not work. */
  error?: { title: string; message?: string };
}

/** Are you sure? */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, onClose, onConfirm, title, children, confirmLabel, cancelLabel = 'Cancel' } = props;
  const { pending = false, pendingLabel, bad = false, error } = props;
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
      <DialogFoot>
        <Button onClick={onClose} disabled={pending}>
          {cancelLabel}
        </Button>
        <Button
          variant={bad ? 'bad-solid' : 'main'}
          // A double tap is one answer.
          onClick={({ detail }) => detail < 2 && onConfirm()}
          pending={pending}
          pendingLabel={pendingLabel}
        >
          {confirmLabel}
        </Button>
      </DialogFoot>
    </Dialog>
  );
}
