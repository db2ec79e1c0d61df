import { saveFile } from '../../browser/save-file.ts';
import { site } from '../../config/site.ts';
import { formatRecoveryCode } from '../../domain/factor.ts';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Dialog, DialogBody, DialogFooter } from '../../ui/dialog/dialog.tsx';

/** Shown once: the server keeps only hashes. */
export function RecoveryCodesDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const lines = codes.map(formatRecoveryCode);
  const text = `${site.name} recovery codes. Each works once.\n\n${lines.join('\n')}\n`;
  return (
    <Dialog open onClose={onClose} title="Save your recovery codes">
      <DialogBody className="stack gap-4">
        <p>
          If you lose your passkey or phone, each of these gets you in once, with your password. Keep them where you can
          find them without this device. They are shown only now.
        </p>
        <ul className="grid gap-y-2 list-none p-3 m-0 border border-field-rule rounded-ctl" translate="no">
          {lines.map((line) => (
            <li key={line} className="typed text-small break-anywhere">
              {line}
            </li>
          ))}
        </ul>
        <div className="row gap-3">
          <CopyButton small variant="outline" value={text} label="Copy" copiedLabel="Recovery codes copied" />
          <Button
            small
            icon="download"
            onClick={() => saveFile(new Blob([text], { type: 'text/plain' }), `${site.name}-recovery-codes.txt`)}
          >
            Download
          </Button>
        </div>
      </DialogBody>
      <DialogFooter>
        <Button variant="primary" icon="check" onClick={onClose}>
          I saved them
        </Button>
      </DialogFooter>
    </Dialog>
  );
}
