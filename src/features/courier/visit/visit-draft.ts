import { useEffect, useState } from 'react';
import { openLastingDraft } from '../../../offline/lasting-drafts.ts';
import { openUnsavedInput, type UnsavedInput } from '../../../ui/form/unsaved-input.ts';
import { useKeptPhotos } from '../proof/kept-photos.tsx';
import type { Signature } from '../proof/signature-field.tsx';

export type VisitDraft = Partial<{
  /** A task of each chosen parcel. */
  chosen: string[];
  name: string;
  note: string;
  signature: Signature;
}>;

/** Kept while their visit is saved, but not offered. */
const reported = new Set<string>();

/** The tab's works on a full device, the other outlives the browser. */
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

/** Outlives the browser, which may end behind the camera app (decision 0032). */
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

  const [isReported] = useState(() => () => reported.has(stopId));
  const photos = useKeptPhotos(stopId, isReported);

  return {
    draft,
    /** Settles once it is stored, or can't be. */
    change(entered: VisitDraft): Promise<void> {
      const next = { ...draft, ...entered };
      reported.delete(stopId);
      setDraft(next);
      return store.write(next);
    },
    report() {
      reported.add(stopId);
      return () => {
        if (!reported.delete(stopId)) return;
        void store.forget();
        photos.forget();
      };
    },
    reopen: () => void reported.delete(stopId),
    photos,
  };
}
