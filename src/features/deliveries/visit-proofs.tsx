import { useState } from 'react';
import type { DeliveryVisit, ProofState } from '../../domain/delivery.ts';
import { counted } from '../../domain/figures.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { ProofPicture } from './proof-picture.tsx';

const STATE_LABELS: Record<Exclude<ProofState, 'received'>, string> = {
  awaited: 'declared, not received yet',
  missing: 'declared, not received',
  erased: 'deleted, because it expired',
};

interface VisitProofsProps {
  visit: Pick<DeliveryVisit, 'id' | 'proofs'>;
  trackingId?: string | undefined;
  signer?: string;
}

/** A run can have hundreds of pictures, so managers load them on request. */
export function VisitProofs({ visit: { id, proofs }, trackingId, signer = 'the recipient' }: VisitProofsProps) {
  const isForParty = trackingId !== undefined;
  const [isOpen, setOpen] = useState(isForParty);
  const received = proofs.filter(({ state }) => state === 'received');
  return (
    <>
      {proofs.map(
        ({ sha256, kind, state }) =>
          state !== 'received' && (
            <p key={sha256} className="text-small flex gap-1.5 items-start">
              <Icon name={state === 'erased' ? 'image-off' : 'triangle-alert'} className="mt-px" />1 {kind}{' '}
              {STATE_LABELS[state]}
            </p>
          ),
      )}
      {received.length > 0 && !isForParty && (
        <div className="my-2">
          <Button small icon="image" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? 'Hide proof' : `Show ${counted(received.length, 'proof')}`}
          </Button>
        </div>
      )}
      {isOpen && received.length > 0 && (
        <div className="row my-2">
          {received.map(({ sha256, kind }, index) => (
            <ProofPicture
              key={sha256}
              visitId={id}
              sha256={sha256}
              trackingId={trackingId}
              alt={kind === 'signature' ? `Signature of ${signer}` : `Photo ${index + 1} of the visit`}
            />
          ))}
        </div>
      )}
    </>
  );
}
