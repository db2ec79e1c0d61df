import { useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { paths } from '../../../domain/paths.ts';
import { applyFact } from '../../../domain/runs/apply-fact.ts';
import type { VisitOutcome } from '../../../domain/runs/facts.ts';
import { isNamed, type Parcel } from '../../../domain/runs/parcels.ts';
import { requiresCode } from '../../../domain/runs/proof-policy.ts';
import type { CourierRun, CourierStop } from '../../../domain/runs/views.ts';
import { normalizeLine } from '../../../domain/text.ts';
import { positionOf } from '../places/places-choice.ts';
import type { DrawPictures } from '../proof/proof-picture.ts';
import { reportVisit, type VisitReport } from '../run/report.ts';
import {
  nextStop,
  openCollections,
  openParcels,
  parcelsAt,
  parcelsOfVisit,
  parcelsToVisit,
  supersededBy,
  usualParcels,
} from '../run/run-view.ts';
import { useVisitDraft } from './visit-draft.ts';

type Result =
  | Pick<Extract<VisitOutcome, { result: 'delivered' }>, 'result' | 'method'>
  | Pick<Extract<VisitOutcome, { result: 'failed' }>, 'result' | 'reason'>;

export interface VisitProps {
  run: CourierRun;
  stop: CourierStop;
  begun: readonly Parcel[];
}

/** Task ids in the history state, which outlives the page. */
export interface VisitInHand {
  begun: string[];
}

export function useVisit({ run, stop, begun: first }: VisitProps) {
  // `first` is empty if parcels came only after the page opened.
  const [begun] = useState(() => ({ run, parcels: first.length > 0 ? first : parcelsToVisit(run, stop.id) }));
  const parcels = parcelsOfVisit(begun.parcels, run, stop.id);
  const [usual] = useState(() => usualParcels(begun.parcels).map(({ id }) => id));
  const { draft, change, report, reopen, photos } = useVisitDraft(stop.id);
  const navigate = useNavigate();
  /** This page can still be touched after the report. */
  const isReported = useRef(false);
  const chosenParcels = parcels.filter((parcel) => isNamed(parcel, draft.chosen ?? usual));
  const chosen = chosenParcels.map(({ id }) => id);

  function complete(
    result: Result,
    { recipient, cameraFailed, payments }: Pick<VisitReport, 'recipient' | 'cameraFailed' | 'payments'>,
    pictures: DrawPictures,
    label: string,
  ) {
    if (isReported.current) return;
    isReported.current = true;
    const codeOf = ({ id, proof }: Parcel) => {
      const code = requiresCode(proof) && result.result === 'delivered' && draft.codes?.[id]?.code;
      return code ? { code } : {};
    };
    const outcomes = chosenParcels.map(
      (parcel): VisitOutcome => ({ taskId: parcel.id, ...result, ...codeOf(parcel), ...supersededBy(parcel) }),
    );
    const note = normalizeLine(draft.note ?? '') || undefined;
    const visit = { stopId: stop.id, outcomes, recipient, note, cameraFailed, payments };
    void reportVisit(run.id === begun.run.id ? run : begun.run, visit, pictures, {
      label: `${label}, ${stop.name}`,
      redo: {
        path: `${location.pathname}${location.search}`,
        onRedo() {
          isReported.current = false;
          reopen();
        },
      },
      position: positionOf(run, { outcomes }),
      onSaved: report(),
    });
    const after = applyFact(run, { kind: 'visit', id: '', occurredAt: '', outcomes });
    const isLeft = openParcels(parcelsAt(after, stop.id)).some(({ id }) => !chosen.includes(id));
    const next = isLeft || openCollections(stop).length > 0 ? stop : nextStop(after, stop.id);
    // `flushSync`: rendering in slices takes longer.
    navigate(next ? paths.courierStop(next.id) : paths.courier, { replace: true, flushSync: true });
  }

  const inHand: VisitInHand = { begun: begun.parcels.map(({ id }) => id) };
  return { parcels, chosenParcels, chosen, draft, change, photos, complete, inHand };
}
