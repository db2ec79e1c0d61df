import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Dialog, DialogBody, DialogFooter } from '../../ui/dialog/dialog.tsx';

interface SecretDialogProps {
  title: string;
  copyLabel: string;
  secret: string;
  /** Why to save it now. */
  children: ReactNode;
  onClose: () => void;
}

/** Shown once: the server keeps only a hash, or keeps it encrypted. */
export function SecretDialog({ title, copyLabel, secret, children, onClose }: SecretDialogProps) {
  return (
    <Dialog open onClose={onClose} title={title}>
      <DialogBody className="stack gap-4">
        <p>{children}</p>
        <p translate="no" className="typed break-anywhere p-3 m-0 border border-field-rule rounded-ctl">
          {secret}
        </p>
        <div>
          <CopyButton small variant="outline" value={secret} label={copyLabel} copiedLabel="Copied" />
        </div>
      </DialogBody>
      <DialogFooter>
        <Button variant="primary" icon="check" onClick={onClose}>
          I saved it
        </Button>
      </DialogFooter>
    </Dialog>
  );
}
