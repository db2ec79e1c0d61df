import { useRef, useState } from 'react';
import { giveFeedback } from '../../../browser/feedback.ts';
import { site } from '../../../config/site.ts';
import { withPlainDigits } from '../../../domain/digits.ts';
import { readDigits } from '../../../domain/handover.ts';
import { dialedNumber } from '../../../domain/phone-number.ts';
import type { Parcel } from '../../../domain/runs/parcels.ts';
import { requiresCode } from '../../../domain/runs/proof-policy.ts';
import type { CourierRun } from '../../../domain/runs/views.ts';
import { BigButton, BigLink } from '../../../ui/big-button.tsx';
import { Field, inputClass } from '../../../ui/form/field.tsx';
import { GroupedCode } from '../../../ui/grouped-code.tsx';
import { useCamera } from '../../scan/camera.ts';
import { useHandScanner } from '../../scan/hand-scanner.ts';
import { useScanner } from '../../scan/scanner.ts';
import { TorchButton } from '../../scan/torch-button.tsx';
import { Dock } from '../run/dock.tsx';
import { type EnteredCodes, readScanned, refuseDigits } from './check-code.ts';

interface CodeStepProps {
  run: CourierRun;
  /** The parcel whose code is asked for; that of another of `parcels` will do, too. */
  parcel: Parcel;
  parcels: readonly Parcel[];
  onCode: (codes: EnteredCodes) => void;
  onProblem: () => void;
}

/** Scanning takes no tap: the camera looks at once. */
export function CodeStep({ run, parcel, parcels, onCode, onProblem }: CodeStepProps) {
  const video = useRef<HTMLVideoElement>(null);
  const [isBroken, setBroken] = useState(false);
  const [camera] = useCamera(video, !isBroken);
  const [refusal, setRefusal] = useState<{ of: 'scan' | 'digits'; why: string } | null>(null);
  const [typed, setTyped] = useState('');
  const [isChecking, setChecking] = useState(false);
  const [hasNone, setNone] = useState(false);
  const isRunning = camera.state === 'running';

  function refuse(of: 'scan' | 'digits', why: string) {
    if (why !== refusal?.why) giveFeedback('bad');
    setRefusal({ of, why });
  }

  async function scan(codes: readonly string[]) {
    for (const code of codes) {
      const found = await readScanned(code, run, parcels);
      if (found && 'refusal' in found) refuse('scan', found.refusal);
      if (!found || 'refusal' in found) continue;
      giveFeedback('good');
      setRefusal(null);
      onCode({ [found.parcel.id]: { code, isChecked: true } });
    }
  }

  async function type(text: string) {
    setTyped(text);
    setRefusal(null);
    const plain = withPlainDigits(text).replace(/\D/g, '');
    if (plain.length < 7) return;
    const digits = readDigits(plain);
    if (!digits) return refuse('digits', 'One of these digits is wrong. Ask for them again.');
    setChecking(true);
    const { refusal: why, isChecked } = await refuseDigits(parcel.id, digits);
    setChecking(false);
    if (why) return refuse('digits', why);
    giveFeedback('good');
    setTyped('');
    onCode({ [parcel.id]: { code: digits, isChecked } });
  }

  useHandScanner((code) => void scan([code]));
  useScanner(video, isRunning, {
    isContinuous: true,
    onCodes: (codes) => {
      void scan(codes);
      return false;
    },
    onFailed: () => setBroken(true),
  });

  return (
    <>
      <p className="text-lead">
        Ask for the code on the receiver’s phone
        {parcels.length > 1 && (
          <>
            {' '}
            for <GroupedCode code={parcel.trackingId} className="font-700" />, one of {parcels.length} parcels
          </>
        )}
        .
      </p>
      {!isBroken && camera.state !== 'failed' && (
        <div className="finder max-h-[34dvh]!" data-running={isRunning || undefined}>
          <video ref={video} playsInline muted aria-label="Camera view" />
        </div>
      )}
      {isRunning && camera.setLight && <TorchButton setLight={camera.setLight} />}
      {parcel.proof.code === 'required' && (
        <Field label="Or type the seven digits" error={refusal?.of === 'digits' ? refusal.why : undefined}>
          {(control) => (
            <input
              {...control}
              className={`${inputClass} min-h-14 text-h2 typed`}
              inputMode="numeric"
              autoComplete="off"
              maxLength={12}
              value={typed}
              readOnly={isChecking}
              onChange={({ target }) => void type(target.value)}
            />
          )}
        </Field>
      )}
      <Dock>
        {/* Here nothing covers it, however small the phone. */}
        <p role="status" className="font-650 empty:sr-only">
          {isChecking
            ? 'Checking the code…'
            : (camera.state === 'failed' && `${camera.failure.title}.`) || (refusal?.of === 'scan' && refusal.why)}
        </p>
        {hasNone ? (
          <>
            <p className="font-650">Without a code, the desk has to agree. If it doesn’t, take the parcel back.</p>
            {site.phone && (
              <BigLink to={`tel:${dialedNumber(site.phone)}`} icon="phone">
                Call the desk
              </BigLink>
            )}
            <div className="dock-two">
              <BigButton onClick={() => onCode({ [parcel.id]: {} })}>The desk agreed</BigButton>
              <BigButton onClick={onProblem}>Not delivered</BigButton>
            </div>
          </>
        ) : (
          <BigButton onClick={() => setNone(true)}>No code</BigButton>
        )}
      </Dock>
    </>
  );
}

/** What came of it, as far as the phone knows. */
export function CodeLine({ parcels, codes = {} }: { parcels: readonly Parcel[]; codes: EnteredCodes | undefined }) {
  const given = parcels.flatMap(({ id, proof }) => (requiresCode(proof) ? (codes[id] ?? []) : []));
  if (given.length === 0) return null;
  const isChecked = given.every((one) => one.isChecked);
  const isWithout = given.some(({ code }) => code === undefined);
  return (
    <p className="font-700">
      {isChecked ? 'The code is right' : isWithout ? 'Without a code: the desk agreed' : 'The code isn’t checked yet'}
    </p>
  );
}
