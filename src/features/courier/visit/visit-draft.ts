import { useEffect, useState } from 'react';
import { openUnsavedInput } from '../../../ui/form/unsaved-input.ts';
import type { Signature } from '../proof/signature-field.tsx';

/** What was entered at a stop and not reported yet. */
export type VisitDraft = Partial<{
  /** The parcels it is about. */
  chosen: string[];
  name: string;
  note: string;
  signature: Signature;
}>;

/**
 * The draft of a stop. It outlives the page, which the system may end while its own camera is open;
 * like all typed work it is encrypted, and gone after a sign-out (decision 0032).
 */
export function useVisitDraft(stopId: string) {
  const [store] = useState(() => openUnsavedInput(`visit ${stopId}`));
  const [draft, setDraft] = useState<VisitDraft>({});

  useEffect(() => {
    let isCurrent = true;
    void store?.read().then((stored) => isCurrent && setDraft((entered) => ({ ...stored, ...entered })));
    return () => {
      isCurrent = false;
    };
  }, [store]);

  return {
    draft,
    change(entered: VisitDraft) {
      const next = { ...draft, ...entered };
      setDraft(next);
      void store?.write(next);
    },
    forget: () => void store?.forget(),
  };
}
