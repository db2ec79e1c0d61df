import { useEffect, useState } from 'react';
import { inTime, useStorageLate } from '../../../browser/with-timeout.ts';
import type { Collect } from '../../../domain/runs/facts.ts';
import { openLastingDraft } from '../../../offline/lasting-drafts.ts';
import { openUnsavedInput } from '../../../ui/form/unsaved-input.ts';
import { useKeptPhotos } from '../proof/kept-photos.tsx';
import type { Signature } from '../proof/signature-field.tsx';
import type { EnteredPayments } from '../run/payments.ts';
import type { EnteredCodes } from './check-code.ts';

export type VisitDraft = Partial<{
  chosen: string[];
  /** Numbers of each shipment's parcels, by task. */
  scanned: Record<string, readonly number[]>;
  name: string;
  note: string;
  signature: Signature;
  /** Paid in several ways. */
  payments: EnteredPayments;
  codes: EnteredCodes;
  /** For a collection. */
  parcels: Collect['parcels'];
  unlabelled: number;
  left: Collect['left'];
}>;

/** Their visit is being saved: they are kept, but not offered. */
const reported = new Set<string>();

/** The tab’s works on a full or late device, the other outlives the browser. */
function openDraftOf(id: string) {
  const name = `visit ${id}`;
  const [tab, lasting] = [openUnsavedInput(name), openLastingDraft(name)];
  const read = async (store = tab): Promise<VisitDraft | null> => (await store?.read().catch(() => null)) ?? null;
  const inTab = reported.has(id) ? Promise.resolve(null) : read();
  const whole = reported.has(id) ? inTab : read(lasting).then(async (kept) => ({ ...kept, ...(await inTab) }));
  return {
    inTab,
    /** Late if the device is. */
    whole,
    /** Each settles, also if it fails. What was not read yet is not overwritten. */
    write(draft: VisitDraft) {
      const lasts = whole.then((before) => lasting?.write({ ...before, ...draft })).catch(() => undefined);
      return { inTab: tab?.write(draft).catch(() => undefined), lasts };
    },
    forget() {
      void tab?.forget();
      void whole.then(() => lasting?.forget()).catch(() => undefined);
    },
  };
}

/** The browser may end behind the camera app, so a draft outlives it (decision 0032). */
export function useVisitDraft(id: string) {
  const [store] = useState(() => openDraftOf(id));
  const [draft, setDraft] = useState<VisitDraft>({});
  const [isRead, setRead] = useState(false);
  const isLate = useStorageLate();

  useEffect(() => {
    const restore = (stored: VisitDraft | null) => setDraft((entered) => ({ ...stored, ...entered }));
    void store.inTab.then(restore);
    void store.whole.then(restore).then(() => setRead(true));
  }, [store]);

  const [isReported] = useState(() => () => reported.has(id));
  const photos = useKeptPhotos(id, isReported);

  return {
    draft,
    /** Scans must not replace those before the browser ended. */
    isRead: isRead || isLate,
    /** Settles once the tab has it. @param all with what is not shown yet */
    async change(entered: VisitDraft, all = entered): Promise<void> {
      reported.delete(id);
      setDraft((shown) => ({ ...shown, ...entered }));
      await store.write({ ...draft, ...all }).inTab;
    },
    /** It is shown once it outlives the browser, unless the device is late. */
    async keep(entered: VisitDraft, all: VisitDraft): Promise<void> {
      reported.delete(id);
      await inTime<unknown>(store.write({ ...draft, ...all }).lasts, undefined);
      setDraft((shown) => ({ ...shown, ...entered }));
    },
    report() {
      reported.add(id);
      return () => {
        if (!reported.delete(id)) return;
        store.forget();
        photos.forget();
      };
    },
    reopen: () => void reported.delete(id),
    photos,
  };
}
