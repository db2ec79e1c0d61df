import { type ReactNode, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { FAILURE_REASONS, type FailureReason } from '../../../domain/delivery.ts';
import { counted } from '../../../domain/figures.ts';
import {
  MAIN_REASONS,
  PAYMENT_REASONS,
  REASON_LABELS,
  REASONS_WITH_PHOTO,
  WRONG_PARCEL,
} from '../../../domain/reasons.ts';
import { BigButton } from '../../../ui/big-button.tsx';
import { type KeptPhotos, PhotoStrip } from '../proof/kept-photos.tsx';
import { CameraView, useProofCamera } from '../proof/proof-camera.tsx';
import { type DrawPictures, noPictures } from '../proof/proof-picture.ts';
import { Shutter } from '../proof/shutter.tsx';
import { Dock } from '../run/dock.tsx';
import { dueOf, formatPaid } from '../run/payments.ts';
import { countParcels } from '../run/run-view.ts';
import { NoteField } from './note-field.tsx';
import { ParcelChoice } from './parcel-choice.tsx';
import { Receivers } from './receivers.tsx';
import { useScanInVisit } from './use-door-scanner.ts';
import { useVisit, type VisitProps } from './use-visit.ts';

export function ProblemView(props: VisitProps) {
  const visit = useVisit(props);
  const { parcels, chosenParcels, chosen, draft, change, photos, complete, inHand } = visit;
  useScanInVisit(props, visit);
  const [search, setSearch] = useSearchParams();
  const [showsMore, setShowsMore] = useState(false);
  const reason = FAILURE_REASONS.find((one) => one === search.get('reason'));
  const isCorrection = chosenParcels.length > 0 && chosenParcels.every(({ status }) => status === 'delivered');
  const first = [...(isCorrection ? [WRONG_PARCEL] : []), ...(dueOf(chosenParcels) > 0 ? PAYMENT_REASONS : [])];
  const others = [WRONG_PARCEL, ...PAYMENT_REASONS, ...MAIN_REASONS];
  const shown = showsMore ? FAILURE_REASONS.filter((one) => !others.includes(one)) : [...first, ...MAIN_REASONS];

  function finish(why: FailureReason, pictures: DrawPictures, cameraFailed?: true) {
    complete({ result: 'failed', reason: why }, { cameraFailed }, pictures, REASON_LABELS[why]);
  }

  function choose(why: FailureReason) {
    if (REASONS_WITH_PHOTO.includes(why)) setSearch({ view: 'problem', reason: why }, { replace: true, state: inHand });
    else finish(why, noPictures);
  }

  const paidBack = chosenParcels.flatMap(({ status, outcomes }) =>
    status === 'delivered' ? (outcomes.at(-1)?.payment ?? []) : [],
  );
  const note = <NoteField value={draft.note ?? ''} onChange={(next) => void change({ note: next })} />;
  return (
    <>
      <Receivers stop={props.stop} parcels={chosenParcels} />
      {(!reason || chosen.length === 0) && (
        <ParcelChoice parcels={parcels} chosen={chosen} onChange={(next) => void change({ chosen: next })} />
      )}
      {reason ? (
        <PhotoOfProblem
          run={props.run}
          reason={reason}
          count={countParcels(chosenParcels)}
          photos={photos}
          onPhoto={(photo) => finish(reason, photos.drawWith(photo))}
          onNoPhoto={() => finish(reason, photos.drawWith(noPictures), photos.list.length === 0 || undefined)}
        >
          {note}
        </PhotoOfProblem>
      ) : (
        <>
          {note}
          {/* The many reasons leave no room for what was saved. */}
          <Dock key={String(showsMore)} showsSaved={false} isLong>
            <p className="font-700">{chosen.length === 0 ? 'Choose a parcel first.' : 'What is the problem?'}</p>
            {paidBack.length > 0 && <p className="font-650">{formatPaid(paidBack)}. Give it back.</p>}
            <div className="dock-two">
              {shown.map((one) => (
                <BigButton key={one} disabled={chosen.length === 0} onClick={() => choose(one)}>
                  {REASON_LABELS[one]}
                </BigButton>
              ))}
              <BigButton icon={showsMore ? 'arrow-left' : 'ellipsis'} onClick={() => setShowsMore(!showsMore)}>
                {showsMore ? 'Back' : 'More'}
              </BigButton>
            </div>
          </Dock>
        </>
      )}
    </>
  );
}

interface PhotoOfProblemProps extends Pick<VisitProps, 'run'> {
  photos: KeptPhotos;
  reason: FailureReason;
  count: number;
  onPhoto: (photo: DrawPictures) => void;
  onNoPhoto: () => void;
  children: ReactNode;
}

function PhotoOfProblem({ run, reason, count, photos, onPhoto, onNoPhoto, children }: PhotoOfProblemProps) {
  const camera = useProofCamera(true);
  const kept = photos.list.length;
  return (
    <>
      <p className="text-h2 font-750">
        {REASON_LABELS[reason]}
        {count > 1 && `, ${count} parcels`}
      </p>
      <CameraView
        run={run}
        camera={camera}
        subject={reason === 'carrier_damaged_parcel' ? 'damage' : count > 1 ? 'door or parcels' : 'door or parcel'}
      />
      <PhotoStrip photos={photos} />
      {children}
      <Dock showsSaved={false}>
        <Shutter camera={camera} disabled={count === 0} onPhoto={onPhoto} onAnother={photos.keep}>
          <BigButton disabled={count === 0} onClick={onNoPhoto}>
            {kept > 0 ? `Finish with ${counted(kept, 'photo')}` : 'Camera does not work'}
          </BigButton>
        </Shutter>
      </Dock>
    </>
  );
}
