import { useDeferredValue, useMemo } from 'react';
import { useWatch } from 'react-hook-form';
import { type LabelTexts, labelNote, ownLabelNote } from '../../domain/labels/label-note.ts';
import type { PrintedShipment } from '../../domain/labels/printing.ts';
import { Notice } from '../../ui/notice.tsx';
import { lettersOf, missingLetters } from './missing-letters.ts';

/** Says before printing which letters would be boxes. */
export function LettersNotice({ shipments = [] }: { shipments: readonly PrintedShipment[] | undefined }) {
  const letters = useMemo(() => missingLetters(shipments.flatMap(lettersOf)), [shipments]);
  if (letters.length === 0) return null;
  const affected = shipments.filter((shipment) =>
    letters.some((letter) => lettersOf(shipment).join('').includes(letter)),
  );
  return (
    <Notice tone="warn" title="Some letters can’t be printed from this device" live>
      It has no font for {letters.slice(0, 10).join(' ')}
      {letters.length > 10 && ' …'}. Save a PDF instead, or print{' '}
      {affected
        .map(({ trackingId }) => trackingId)
        .slice(0, 5)
        .join(', ')}
      {affected.length > 5 && ` and ${affected.length - 5} more`} from another device.
    </Notice>
  );
}

/** Says what paper has no room for, while it can still be shortened. */
export function CutNotice({ note }: { note: string }) {
  if (note === '') return null;
  return (
    <Notice tone="warn" title="This doesn’t fit the label" live>
      {note}
    </Notice>
  );
}

/** Says while a shipment is typed what its label has no room for. */
export function FitNotice() {
  const texts = useDeferredValue(useWatch<Record<string, string>>());
  const note = useMemo(() => ('line1' in texts ? ownLabelNote(texts) : labelNote(texts as LabelTexts)), [texts]);
  return <CutNotice note={note} />;
}
