import { useEffect, useState } from 'react';
import { openLastingDraft } from '../../../offline/lasting-drafts.ts';
import { openUnsavedInput, type UnsavedInput } from '../../../ui/form/unsaved-input.ts';
import type { Signature } from '../proof/signature-field.tsx';

/** What was entered at a stop and not reported yet. */
export type VisitDraft = Partial<{
  /** A task of each parcel it is about. */
  chosen: string[];
  name: string;
  note: string;
  signature: Signature;
}>;

/** Stops whose stored draft is in a visit that is being saved: it is kept, and not offered again. */
const reported = new Set<string>();

/**
 * Where the draft of a stop is: with this tab's typed work, which a full device still keeps in memory,
 * and where it outlives the browser.
 */
function openDraftOf(stopId: string): UnsavedInput {
  const name = `visit ${stopId}`;
  const stores = [openUnsavedInput(name), openLastingDraft(name)].filter((store) => store !== null);
  const inAll = async (work: (store: UnsavedInput) => Promise<void>) =>
    void (await Promise.allSettled(stores.map(work)));
  return {
    async read() {
      for (const store of stores) {
        const draft = await store.read().catch(() => null);
        if (draft) return draft;
      }
      return null;
    },
    write: (draft) => inAll((store) => store.write(draft)),
    forget: () => inAll((store) => store.forget()),
  };
}

/**
 * The draft of a stop. It outlives the page and the browser, which the system may end while its own
 * camera is open; like all typed work it is encrypted, and gone after a sign-out (decision 0032).
 */
export function useVisitDraft(stopId: string) {
  const [store] = useState(() => openDraftOf(stopId));
  const [draft, setDraft] = useState<VisitDraft>({});

  useEffect(() => {
    if (reported.has(stopId)) return;
    let isCurrent = true;
    void store.read().then((stored) => isCurrent && setDraft((entered) => ({ ...stored, ...entered })));
    return () => {
      isCurrent = false;
    };
  }, [store, stopId]);

  return {
    draft,
    change(entered: VisitDraft) {
      const next = { ...draft, ...entered };
      reported.delete(stopId);
      setDraft(next);
      void store.write(next);
    },
    /** Call it when the visit is reported, and what it returns once that is saved. */
    report() {
      reported.add(stopId);
      return () => {
        if (reported.delete(stopId)) void store.forget();
      };
    },
    /** Offers the draft of a reported visit again, which could not be saved. */
    reopen: () => void reported.delete(stopId),
  };
}
