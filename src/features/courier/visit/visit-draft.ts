import { useEffect, useState } from 'react';
import { openLastingDraft } from '../../../offline/lasting-drafts.ts';
import { openUnsavedInput } from '../../../ui/form/unsaved-input.ts';
import { useKeptPhotos } from '../proof/kept-photos.tsx';
import type { Signature } from '../proof/signature-field.tsx';

export type VisitDraft = Partial<{
  chosen: string[];
  /** Numbers of each shipment's parcels, by task. */
  scanned: Record<string, readonly number[]>;
  name: string;
  note: string;
  signature: Signature;
}>;

/** Kept while their visit is saved, but not offered. */
const reported = new Set<string>();

/** The tab's works on a full or late device, the other outlives the browser. */
function openDraftOf(stopId: string) {
  const name = `visit ${stopId}`;
  const [tab, lasting] = [openUnsavedInput(name), openLastingDraft(name)];
  const read = async (store = tab): Promise<VisitDraft | null> => (await store?.read().catch(() => null)) ?? null;
  const inTab = reported.has(stopId) ? Promise.resolve(null) : read();
  const whole = reported.has(stopId) ? inTab : read(lasting).then(async (kept) => ({ ...kept, ...(await inTab) }));
  return {
    inTab,
    /** Late if the device is. */
    whole,
    /** Settles once the tab has it. What was not read yet is not overwritten. */
    async write(draft: VisitDraft) {
      void whole.then((before) => lasting?.write({ ...before, ...draft })).catch(() => undefined);
      await tab?.write(draft).catch(() => undefined);
    },
    forget() {
      void tab?.forget();
      void whole.then(() => lasting?.forget()).catch(() => undefined);
    },
  };
}

/** Outlives the browser, which may end behind the camera app (decision 0032). */
export function useVisitDraft(stopId: string) {
  const [store] = useState(() => openDraftOf(stopId));
  const [draft, setDraft] = useState<VisitDraft>({});

  useEffect(() => {
    const restore = (stored: VisitDraft | null) => setDraft((entered) => ({ ...stored, ...entered }));
    void store.inTab.then(restore);
    void store.whole.then(restore);
  }, [store]);

  const [isReported] = useState(() => () => reported.has(stopId));
  const photos = useKeptPhotos(stopId, isReported);

  return {
    draft,
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
        store.forget();
        photos.forget();
      };
    },
    reopen: () => void reported.delete(stopId),
    photos,
  };
}
