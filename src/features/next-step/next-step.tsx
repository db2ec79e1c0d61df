import { Act } from '../../acts/act.tsx';
import { lazyNamed } from '../../browser/loading/lazy-named.ts';
import { formatPrice } from '../../config/currency.ts';
import { ACT_LABELS, type NextAct, needsDay, type ShownNextStep } from '../../domain/next-step.ts';
import { Button } from '../../ui/button.tsx';
import type { IconName } from '../../ui/icon.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useDecideNext } from './mutations.ts';

/** Brings the form library. */
const TryDialog = lazyNamed(() => import('./try-dialog.tsx'), 'TryDialog');

const ACT_ICONS: Record<NextAct, IconName> = {
  'bring-back': 'undo-2',
  'try-again': 'truck',
  'another-address': 'map-pin-plus',
  discard: 'trash-2',
};

interface NextStepProps {
  id: string;
  /** Missing for the desk. */
  trackingId?: string;
  step: ShownNextStep;
}

/** Says what happens next and who decides, with what its reader can do. */
export function NextStep({ id, trackingId, step: { kind, says, reason, acts, days, decision } }: NextStepProps) {
  const decide = useDecideNext(trackingId);
  const isSender = trackingId !== undefined;
  return (
    <section aria-label="What happens next" className="grid gap-3">
      <Notice tone={kind === 'sender' || kind === 'desk' ? 'warn' : 'plain'} icon="route" title={says}>
        {reason && `Not delivered: ${reason}.`}
      </Notice>
      <div className="flex flex-wrap gap-2 empty:hidden">
        {acts.map(({ act, fee }) => {
          const about = { id, act, ...(fee !== undefined && { fee }), ...(decision && { instead: decision.id }) };
          const button = { icon: ACT_ICONS[act], className: 'max-sm:w-full', children: ACT_LABELS[act] };
          return needsDay(act) ? (
            <Button
              key={act}
              {...button}
              opens={(close) => (
                <TryDialog
                  act={act}
                  days={days}
                  send={(entered) => decide.mutateAsync({ ...about, ...entered })}
                  onClose={close}
                />
              )}
            />
          ) : (
            <Act
              key={act}
              button={<Button {...button} />}
              change={decide}
              input={about}
              title={act === 'discard' ? 'Discard this shipment?' : 'Bring this shipment back?'}
              label={act === 'discard' ? 'Discard it' : 'Bring it back'}
              pendingLabel="Deciding"
              destructive={act === 'discard'}
            >
              {act === 'discard'
                ? 'Nobody gets it back. This can’t be undone.'
                : `We don’t deliver it any more, and bring it back to the address in ${isSender ? 'your' : 'the sender’s'} profile.`}
              {fee !== undefined && ` It costs ${formatPrice(fee)}, which ${isSender ? 'you pay' : 'the sender pays'}.`}
            </Act>
          );
        })}
      </div>
    </section>
  );
}
