import { type ChangeEvent, type DragEvent, useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { fetchSigningKeys } from '../api/signing-keys.ts';
import { brandClockName } from '../config/brand-clock.ts';
import { formatActivityDate } from '../domain/dates.ts';
import { CODE_LABELS, METHOD_LABELS } from '../domain/reasons.ts';
import type { Receipt } from '../domain/receipt.ts';
import { type Verdict, verifyReceipt } from '../features/handover/verify-receipt.ts';
import { buttonClass } from '../ui/button.tsx';
import { GroupedCode } from '../ui/grouped-code.tsx';
import { Icon } from '../ui/icon.tsx';
import { DescriptionItem, DescriptionList } from '../ui/layout/description-list.tsx';
import { PageHead } from '../ui/layout/page-head.tsx';
import { Notice } from '../ui/notice.tsx';

const PROBLEMS = {
  'no-receipt': ['This is not a receipt', 'Choose the file that “Download receipt” saved. Its name ends with .jws.'],
  'no-keys': [
    'Can’t verify it yet',
    'This device doesn’t have our public keys. Open this page once while you are online.',
  ],
  altered: ['This receipt is not genuine', 'We didn’t sign it, or someone has changed it since.'],
} as const;

/** /receipt: for anyone, without an account and, once opened, without a network. */
export function Component() {
  const [verdict, setVerdict] = useState<Verdict | null>(null);
  // So that the worker has them once this device is offline.
  useEffect(() => void fetchSigningKeys().catch(() => undefined), []);

  const { hash } = useLocation();
  useEffect(() => {
    if (hash.length > 1) void verifyReceipt(new Blob([hash.slice(1)])).then(setVerdict);
  }, [hash]);

  async function verify(files: FileList | null | undefined) {
    const file = files?.[0];
    if (file) setVerdict(await verifyReceipt(file));
  }

  function choose({ target }: ChangeEvent<HTMLInputElement>) {
    void verify(target.files);
    target.value = '';
  }

  function drop(event: DragEvent) {
    event.preventDefault();
    void verify(event.dataTransfer.files);
  }

  const isOpened = hash.length > 1;
  const picker = (
    <div className="grid gap-3">
      <p>Choose or drop a receipt of a delivery. The file stays on this device.</p>
      <label className={`picker justify-self-start ${buttonClass({ variant: isOpened ? 'outline' : 'primary' })}`}>
        <span className="btn-face">
          <Icon name="file-up" />
          Choose a receipt
        </span>
        <input type="file" accept=".jws,.txt,application/jose" className="sr-only" onChange={choose} />
      </label>
    </div>
  );
  const problem = verdict && 'problem' in verdict ? PROBLEMS[verdict.problem] : null;
  return (
    <main id="main" className="page-narrow" onDragOver={(event) => event.preventDefault()} onDrop={drop}>
      <PageHead title="Verify a receipt" description="Check that a receipt of a delivery is genuine." />
      <h1>{isOpened ? 'Receipt of a delivery' : 'Verify a receipt'}</h1>
      {!isOpened && picker}
      {problem && (
        <Notice tone="bad" title={problem[0]} live>
          {problem[1]}
        </Notice>
      )}
      {verdict && 'receipt' in verdict && <Genuine receipt={verdict.receipt} />}
      {isOpened && picker}
    </main>
  );
}

function Genuine({ receipt }: { receipt: Receipt }) {
  const { trackingId, iss, deliveredAt, reportedAt, method, code, proofs } = receipt;
  const zone = brandClockName(new Date(deliveredAt));
  const time = (iso: string) => `${formatActivityDate(iso)}${zone ? ` (${zone})` : ''}`;
  return (
    <>
      <Notice tone="good" title="This receipt is genuine" live>
        It was signed by {iss}, and nobody has changed it since.
      </Notice>
      <DescriptionList columns={2}>
        <DescriptionItem caption="Shipment" wide>
          <GroupedCode code={trackingId} className="font-700" />
        </DescriptionItem>
        <DescriptionItem caption="Delivered" value={time(deliveredAt)} />
        <DescriptionItem caption="Report received" value={time(reportedAt)} />
        <DescriptionItem
          caption="How"
          value={method ? `Delivered ${METHOD_LABELS[method]}` : 'Given away at our depot'}
          wide
        />
        {code && <DescriptionItem caption="Receiver’s code" value={CODE_LABELS[code]} wide />}
        {proofs.map(({ kind, sha256, stored = sha256 }) => (
          <DescriptionItem key={sha256} caption={kind === 'photo' ? 'Photo, SHA-256' : 'Signature, SHA-256'} wide>
            <span className="typed text-small break-all">{stored}</span>
          </DescriptionItem>
        ))}
      </DescriptionList>
    </>
  );
}
