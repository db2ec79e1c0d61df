import { useDeferredValue, useMemo } from 'react';
import { useWatch } from 'react-hook-form';
import { type LabelTexts, labelNote, ownLabelNote } from '../../domain/label/label-note.ts';
import { CutNotice } from './cut-notice.tsx';

/** Says while a shipment is typed what its label has no room for. */
export function FitNotice() {
  const texts = useDeferredValue(useWatch<Record<string, string>>());
  const note = useMemo(() => ('line1' in texts ? ownLabelNote(texts) : labelNote(texts as LabelTexts)), [texts]);
  return <CutNotice note={note} />;
}
