import { useState } from 'react';
import { type DraftRow, isDraft } from './outbox-row.ts';
import { useOutbox } from './outbox-view.ts';

/**
 * A draft of the outbox as it is when its form is opened; what happens to it later is the form's own doing. Undefined
 * until the device has been read, null where there is none to go on with.
 */
export function useDraft(opId: string | null): DraftRow | null | undefined {
  const { own, isRead } = useOutbox();
  const [draft, setDraft] = useState<DraftRow | null | undefined>(opId === null ? null : undefined);
  if (draft === undefined && isRead) {
    setDraft(own.filter(isDraft).find((row) => row.opId === opId && row.state !== 'waiting') ?? null);
  }
  return draft;
}
