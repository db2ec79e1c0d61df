import { useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { counted } from '../../../domain/figures.ts';
import { paths } from '../../../domain/paths.ts';
import {
  COLLECT_FAILURE_LABELS,
  type CollectFailure,
  type CourierCollection,
} from '../../../domain/pickups/collection.ts';
import { applyFact } from '../../../domain/runs/apply-fact.ts';
import type { CourierRun, CourierStop } from '../../../domain/runs/views.ts';
import { normalizeLine } from '../../../domain/text.ts';
import { type DrawPictures, drawOnce } from '../proof/proof-picture.ts';
import { drawSignature, isSigned, NO_SIGNATURE } from '../proof/signature-field.tsx';
import { reportCollect } from '../run/report.ts';
import { nextStop, openCollections } from '../run/run-view.ts';
import { useVisitDraft, type VisitDraft } from '../visit/visit-draft.ts';
import { countScanned } from './check-collected.ts';

export type Counted = Pick<VisitDraft, 'parcels' | 'unlabelled' | 'left'>;

export interface CollectProps {
  run: CourierRun;
  stop: CourierStop;
  collection: CourierCollection;
}

export function useCollect({ run, stop, collection }: CollectProps) {
  const { draft, isRead, report, reopen, photos, ...stored } = useVisitDraft(collection.id);
  const [begunRun] = useState(run);
  const navigate = useNavigate();
  /** This page can still be touched after the report. */
  const isReported = useRef(false);
  /** A camera may read two labels before the page is drawn again. */
  const entered = useRef<VisitDraft>({});
  const signature = draft.signature ?? NO_SIGNATURE;

  const shown = { parcels: [], unlabelled: 0, left: [], ...draft };
  const current = () => ({ ...shown, ...entered.current });

  function edit(next: VisitDraft) {
    entered.current = { ...entered.current, ...next };
    void stored.change(next, entered.current);
  }

  /** What was scanned or counted: it is never shown and then lost. */
  function keep(next: Counted): Promise<void> {
    entered.current = { ...entered.current, ...next };
    return stored.keep(next, entered.current);
  }

  function complete(
    drawPhotos: DrawPictures,
    { reason, cameraFailed }: { reason?: CollectFailure; cameraFailed?: true } = {},
  ) {
    if (isReported.current) return;
    isReported.current = true;
    const { parcels, unlabelled, left, name = '', note = '' } = current();
    const taken = reason ? { parcels: [], unlabelled: 0 } : { parcels, unlabelled };
    const fact = {
      collectionId: collection.id,
      result: reason ? 'failed' : 'collected',
      reason,
      left,
      ...taken,
    } as const;
    const drawSigned = isSigned(signature) && !reason ? drawOnce(() => drawSignature(signature)) : null;
    const drawAll = photos.drawWith(drawPhotos);
    const pictures = async () => [...(await drawAll()), ...(drawSigned ? [await drawSigned()] : [])];
    const details = {
      givenBy: (!reason && normalizeLine(name)) || undefined,
      note: normalizeLine(note) || undefined,
      cameraFailed,
    };
    const what = reason
      ? COLLECT_FAILURE_LABELS[reason]
      : `Collected ${counted(countScanned(parcels, unlabelled), 'parcel')}`;
    void reportCollect(run.id === begunRun.id ? run : begunRun, { stopId: stop.id, ...fact, ...details }, pictures, {
      label: `${what}, ${collection.party}`,
      redo: {
        path: `${location.pathname}${location.search}`,
        onRedo() {
          isReported.current = false;
          reopen();
        },
      },
      onSaved: report(),
      onUndone: () => void stored.change(entered.current),
    });
    const after = applyFact(run, { kind: 'collect', id: collection.id, occurredAt: '', ...fact });
    const here = after.stops.find(({ id }) => id === stop.id);
    const next = here && openCollections(here).length > 0 ? here : nextStop(after, stop.id);
    navigate(next ? paths.courierStop(next.id) : paths.courier, { replace: true, flushSync: true });
  }

  return { ...shown, current, edit, keep, complete, isRead, photos, signature };
}

export type CollectStep = CollectProps & { collect: ReturnType<typeof useCollect> };
