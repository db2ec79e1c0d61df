import { useState } from 'react';
import { type DraftRow, isDraft } from './outbox-row.ts';
import { useOutbox } from './outbox-view.ts';

export function useDraft(opId: string | null): DraftRow | null | undefined {
  const { own, isRead } = useOutbox();
  const [draft, setDraft] = useState<DraftRow | null | undefined>(opId === null ? null : undefined);
  if (draft === undefined && isRead) {
    setDraft(own.filter(isDraft).find((row) => row.opId === opId && row.state !== 'waiting') ?? null);
  }
  return draft;
}
