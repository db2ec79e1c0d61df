import { useSearchParams } from 'react-router-dom';
import { DELIVERY_METHODS, type DeliveryMethod } from '../../../domain/delivery.ts';
import { counted } from '../../../domain/figures.ts';
import { METHOD_LABELS, METHODS_WITH_NAME } from '../../../domain/reasons.ts';
import { missingProof, requiresCode, strictestProof } from '../../../domain/runs/proof-policy.ts';
import { normalizeLine } from '../../../domain/text.ts';
import { BigButton } from '../../../ui/big-button.tsx';
import { Field, inputClass } from '../../../ui/form/field.tsx';
import { PaymentStep } from '../cash/payment-step.tsx';
import { PhotoStrip } from '../proof/kept-photos.tsx';
import { CameraView, useProofCamera } from '../proof/proof-camera.tsx';
import { type DrawPictures, drawOnce, noPictures } from '../proof/proof-picture.ts';
import { Shutter } from '../proof/shutter.tsx';
import { drawSignature, givenOnForm, isSigned, NO_SIGNATURE, SignatureField } from '../proof/signature-field.tsx';
import { Dock } from '../run/dock.tsx';
import { commonPlace } from '../run/door-choices.tsx';
import { codParcels, dueOf, formatPaid, paymentsIn } from '../run/payments.ts';
import { countParcels } from '../run/run-view.ts';
import { codelessParcels } from './check-code.ts';
import { CodeLine, CodeStep } from './code-step.tsx';
import { MethodChoice } from './method-choice.tsx';
import { NoteField } from './note-field.tsx';
import { ParcelChoice } from './parcel-choice.tsx';
import { Receivers } from './receivers.tsx';
import { useScanInVisit } from './use-door-scanner.ts';
import { useVisit, type VisitProps } from './use-visit.ts';

export function DeliverView(props: VisitProps) {
  const visit = useVisit(props);
  const { parcels, chosenParcels, chosen, draft, change, photos, complete, inHand } = visit;
  useScanInVisit(props, visit);
  const count = countParcels(chosenParcels);
  const { name = '', note = '', signature = NO_SIGNATURE } = draft;
  // In the URL, so that it outlives the page behind the camera app.
  const [search, setSearch] = useSearchParams();
  const { payments: entered = {} } = draft;
  const payments = paymentsIn(search, chosenParcels, entered);
  const isPaid = payments !== null && payments.length > 0;
  const isSeparate = payments === null && search.get('paid') === 'separate' && codParcels(chosenParcels).length > 1;
  const method = payments ? DELIVERY_METHODS.find((one) => one === search.get('method')) : undefined;
  const policy = strictestProof(chosenParcels.map(({ proof }) => proof));
  const wantsPhoto = policy.photo !== 'off';
  const codeless = method ? codelessParcels(chosenParcels, draft.codes) : [];
  const isCoded = codeless.length === 0;
  const camera = useProofCamera(wantsPhoto && payments !== null && isCoded);
  const wantsName = method !== undefined && (METHODS_WITH_NAME.includes(method) || policy.name !== 'off');
  const needsName = method !== undefined && (METHODS_WITH_NAME.includes(method) || policy.name === 'required');
  const wantsSignature =
    policy.signature !== 'off' &&
    (method === 'recipient' || method === 'other-person' || policy.signature === 'required');

  const given = givenOnForm(signature, name);
  const missing = missingProof(policy, given);
  const lacks =
    chosen.length === 0
      ? 'Choose a parcel first.'
      : needsName && !given.hasName
        ? 'Enter the name first.'
        : missing.includes('signature')
          ? 'Ask for a signature first.'
          : null;
  const isIncomplete = lacks !== null;
  const kept = photos.list.length;

  function finish(drawPhotos: DrawPictures, cameraFailed = false) {
    if (!method) return;
    const drawAll = wantsPhoto ? photos.drawWith(drawPhotos) : drawPhotos;
    const drawSigned = wantsSignature && isSigned(signature) ? drawOnce(() => drawSignature(signature)) : null;
    const pictures = async () => [...(await drawAll()), ...(drawSigned ? [await drawSigned()] : [])];
    // The name may be left from another method.
    const recipient = (wantsName && normalizeLine(name)) || undefined;
    const details = {
      recipient,
      cameraFailed: cameraFailed || undefined,
      payments: isPaid ? payments : undefined,
    };
    complete({ result: 'delivered', method }, details, pictures, `Delivered ${METHOD_LABELS[method]}`);
  }

  const goTo = (next: Record<string, string>) => setSearch(next, { replace: true, state: inHand });
  const choose = (next: DeliveryMethod, givenName = '') => {
    if (givenName) void change({ name: givenName });
    goTo({ ...Object.fromEntries(search), method: next });
  };
  const pay = (paid: string) => goTo({ view: 'deliver', paid, sum: String(dueOf(chosenParcels)) });

  return (
    <>
      <Receivers stop={props.stop} parcels={chosenParcels} />
      {!method && !isSeparate && !isPaid && (
        <ParcelChoice parcels={parcels} chosen={chosen} onChange={(next) => void change({ chosen: next })} />
      )}
      {method && (
        <p className="text-h2 font-750 first-letter:uppercase">
          {count > 1 && `${count} parcels `}
          {METHOD_LABELS[method]}
        </p>
      )}
      {isPaid && <p className="font-700">{formatPaid(payments)}</p>}
      {codeless[0] && (
        <CodeStep
          key={codeless[0].id}
          run={props.run}
          parcel={codeless[0]}
          parcels={codeless}
          onCode={(codes) => void change({ codes: { ...draft.codes, ...codes } })}
          onProblem={() => goTo({ view: 'problem' })}
        />
      )}
      {method && isCoded && <CodeLine parcels={chosenParcels} codes={draft.codes} />}
      {wantsPhoto && payments && isCoded && (
        <CameraView
          run={props.run}
          camera={camera}
          subject={count > 1 ? 'door or parcels' : 'door or parcel'}
          hasButton={Boolean(method)}
        />
      )}
      {method && isCoded && wantsPhoto && <PhotoStrip photos={photos} />}
      {wantsName && isCoded && (
        <Field label={method === 'neighbour' ? 'Neighbour’s name' : 'Name of who took it'}>
          {(control) => (
            <input
              {...control}
              className={`${inputClass} min-h-14`}
              value={name}
              maxLength={100}
              autoComplete="off"
              onChange={({ target }) => void change({ name: target.value })}
            />
          )}
        </Field>
      )}
      {method && isCoded && wantsSignature && (
        <SignatureField value={signature} onChange={(next) => void change({ signature: next })} />
      )}
      {method && isCoded && <NoteField value={note} onChange={(next) => void change({ note: next })} />}
      {!payments ? (
        <PaymentStep
          parcels={chosenParcels}
          isSeparate={isSeparate}
          entered={entered}
          onChange={(next) => void change({ payments: next })}
          onPaid={pay}
          onUnpaid={() => goTo({ view: 'problem' })}
        />
      ) : !isCoded ? null : method ? (
        // Signing needs the room.
        <Dock showsSaved={false} isLong={wantsSignature}>
          {lacks && <p className="font-650">{lacks}</p>}
          {wantsPhoto ? (
            <Shutter camera={camera} disabled={isIncomplete} onPhoto={finish} onAnother={photos.keep}>
              <BigButton
                disabled={isIncomplete}
                onClick={() => finish(noPictures, kept === 0 && policy.photo === 'required')}
              >
                {kept > 0
                  ? `Finish with ${counted(kept, 'photo')}`
                  : policy.photo === 'required'
                    ? 'Camera does not work'
                    : 'Finish without a photo'}
              </BigButton>
            </Shutter>
          ) : (
            <BigButton primary icon="check" disabled={isIncomplete} onClick={() => finish(noPictures)}>
              Finish
            </BigButton>
          )}
        </Dock>
      ) : (
        <MethodChoice
          disabled={chosen.length === 0}
          needsCode={chosenParcels.some(({ proof }) => requiresCode(proof))}
          onChoose={choose}
          place={commonPlace(chosenParcels)}
        />
      )}
    </>
  );
}
