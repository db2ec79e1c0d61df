import { type ReactNode, useState } from 'react';
import {
  type CourierCollection,
  LEFT_PARCEL_LABELS,
  LEFT_PARCEL_REASONS,
  type LeftParcelReason,
} from '../../../domain/pickups/collection.ts';
import type { Collect } from '../../../domain/runs/facts.ts';
import { BigButton } from '../../../ui/big-button.tsx';
import { Dialog, DialogBody } from '../../../ui/dialog/dialog.tsx';
import { GroupedCode } from '../../../ui/grouped-code.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { describePart } from './check-collected.ts';

type Lists = Pick<Collect, 'parcels' | 'left'>;

interface CollectListsProps extends Lists {
  collection: CourierCollection;
  onTake: (trackingId: string) => void;
  /** Gets what was scanned until now, shown or not. */
  onChange: (change: (now: Lists) => Partial<Lists>) => void;
}

/** What is expected, what stays there, and what was scanned: each can be changed until it is reported. */
export function CollectLists({ collection, parcels, left, onTake, onChange }: CollectListsProps) {
  const [leaving, setLeaving] = useState<string | null>(null);
  const done = new Set([...collection.collected, ...parcels, ...left].map(({ trackingId }) => trackingId));
  const partOf = (id: string) => describePart(collection, parcels, id);
  const waiting = collection.waiting.filter(({ trackingId }) => !done.has(trackingId) || partOf(trackingId)?.isPart);
  const referenceOf = (id: string) =>
    [collection.waiting.find(({ trackingId }) => trackingId === id)?.reference, partOf(id)?.text]
      .filter(Boolean)
      .join(', ');
  const others = <One extends { trackingId: string }>(list: One[], id: string) =>
    list.filter(({ trackingId }) => trackingId !== id);

  function leave(reason: LeftParcelReason) {
    if (leaving) onChange((now) => ({ left: [...others(now.left, leaving), { trackingId: leaving, reason }] }));
    setLeaving(null);
  }

  return (
    <>
      <Folded title={`${waiting.length} still waiting`} count={waiting.length}>
        {waiting.map(({ trackingId }) => (
          <Line key={trackingId} trackingId={trackingId} text={referenceOf(trackingId)}>
            <BigButton onClick={() => onTake(trackingId)}>Take it</BigButton>
            <BigButton onClick={() => setLeaving(trackingId)}>Not going</BigButton>
          </Line>
        ))}
      </Folded>
      <Folded title={`${left.length} not going`} count={left.length}>
        {left.map(({ trackingId, reason }) => (
          <Line key={trackingId} trackingId={trackingId} text={LEFT_PARCEL_LABELS[reason]}>
            <BigButton onClick={() => onChange((now) => ({ left: others(now.left, trackingId) }))}>
              It’s going
            </BigButton>
          </Line>
        ))}
      </Folded>
      <Folded title={`${parcels.length} scanned`} count={parcels.length}>
        {parcels.map(({ trackingId }) => (
          <Line key={trackingId} trackingId={trackingId} text={referenceOf(trackingId)}>
            <BigButton onClick={() => onChange((now) => ({ parcels: others(now.parcels, trackingId) }))}>
              Remove
            </BigButton>
          </Line>
        ))}
      </Folded>
      <Dialog open={leaving !== null} onClose={() => setLeaving(null)} title="Why does it stay here?">
        <DialogBody className="grid gap-3">
          {LEFT_PARCEL_REASONS.map((reason) => (
            <BigButton key={reason} onClick={() => leave(reason)}>
              {LEFT_PARCEL_LABELS[reason]}
            </BigButton>
          ))}
        </DialogBody>
      </Dialog>
    </>
  );
}

/** There may be hundreds: they are drawn once opened. */
function Folded({ title, count, children }: { title: string; count: number; children: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  if (count === 0) return null;
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="btn-big">
        <span className="btn-face">
          {title}
          <Icon name="chevron-down" className="[[open]_&]:[rotate:180deg]" />
        </span>
      </summary>
      {isOpen && (
        <ul aria-label={title} className="mt-2">
          {children}
        </ul>
      )}
    </details>
  );
}

function Line({ trackingId, text, children }: { trackingId: string; text: string | undefined; children: ReactNode }) {
  return (
    <li className="grid gap-2 py-3 border-b border-rule break-anywhere">
      <span>
        <GroupedCode code={trackingId} className="font-700" />
        {text && <span className="block">{text}</span>}
      </span>
      <div className="dock-two">{children}</div>
    </li>
  );
}
