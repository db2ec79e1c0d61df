import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { giveFeedback } from '../../../browser/feedback.ts';
import type { Parcel } from '../../../domain/runs/parcels.ts';
import type { CourierRun, CourierStop } from '../../../domain/runs/views.ts';
import { type LabelCode, readLabelCode } from '../../../domain/tracking-id.ts';
import { BigButton } from '../../../ui/big-button.tsx';
import { GroupedCode } from '../../../ui/grouped-code.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { useCamera } from '../../scan/camera.ts';
import { useHandScanner } from '../../scan/hand-scanner.ts';
import { useScanner } from '../../scan/scanner.ts';
import { TorchButton } from '../../scan/torch-button.tsx';
import { TypedLabel } from '../../scan/typed-label.tsx';
import type { ScannedLabel, ScanResult } from '../run/check-number.ts';
import { formatAddress } from '../run/format-address.ts';
import { ofSeveral, receiversOf, stopOf } from '../run/run-view.ts';
import { NOT_A_LABEL } from './use-door-scanner.ts';

/** A label counts again after this long out of the camera’s sight. */
const SAME_LABEL_MS = 2_000;

/** The camera has looked since then without seeing it; null while it is in view. */
interface Sight {
  goneAt: number | null;
}
const isLongGone = ({ goneAt }: Sight) => goneAt !== null && performance.now() - goneAt >= SAME_LABEL_MS;

interface ScanPanelProps {
  run: CourierRun;
  /** Nothing counts on the screen before it outlives the browser, so a promise is waited for. */
  onLabel: (label: ScannedLabel, by: 'scan' | 'typed') => ScanResult | Promise<ScanResult>;
  choices?: readonly Parcel[];
}

export function ScanPanel({ run, onLabel, choices = [] }: ScanPanelProps) {
  const video = useRef<HTMLVideoElement>(null);
  // A slow phone looks seldom, and a label in view at its next look was not out of sight.
  const seen = useRef<LabelCode & Sight>({ trackingId: '', parcel: null, goneAt: Number.NEGATIVE_INFINITY });
  const unknown = useRef<Sight>({ goneAt: Number.NEGATIVE_INFINITY });
  const [isBroken, setBroken] = useState(false);
  const [result, setResult] = useState<ScanResult | null>(null);
  const [camera] = useCamera(video, !isBroken);
  const rest = result?.rest;
  const isRunning = camera.state === 'running';
  /** In the order of the scans. */
  const last = useRef<Promise<unknown>>(Promise.resolve());

  function show(next: ScanResult) {
    giveFeedback(next.signal);
    setResult(next);
  }

  function handle(label: ScannedLabel, by: 'scan' | 'typed' = 'typed') {
    const counted = onLabel(label, by);
    last.current = last.current.then(async () => show(await counted));
  }

  function onFound(label: LabelCode) {
    const { trackingId, parcel } = seen.current;
    // One of a label's two codes may not say which parcel it is on.
    const isOther = label.trackingId !== trackingId || (label.parcel !== null && label.parcel !== parcel);
    const isSame = !isOther && !isLongGone(seen.current);
    seen.current = { ...(isSame ? seen.current : label), goneAt: null };
    unknown.current.goneAt ??= performance.now();
    if (!isSame) handle(label, 'scan');
  }

  function onUnknownCode() {
    seen.current.goneAt ??= performance.now();
    // A parcel may carry other codes beside our label.
    if (!isLongGone(seen.current)) return;
    const isSame = !isLongGone(unknown.current);
    unknown.current.goneAt = null;
    if (!isSame) show({ signal: 'bad', word: 'Not a label', text: 'Point the camera at our barcode.' });
  }

  function onNothing() {
    seen.current.goneAt ??= performance.now();
    unknown.current.goneAt ??= performance.now();
  }

  function onScanned(code: string) {
    const label = readLabelCode(code);
    if (label) handle(label, 'scan');
    else show({ signal: 'bad', ...NOT_A_LABEL });
  }

  useHandScanner(onScanned);
  useScannedBefore(onScanned);

  useScanner(video, isRunning, {
    isContinuous: true,
    onFound,
    onFailed: () => setBroken(true),
    onUnknownCode,
    onNothing,
  });

  return (
    <div className="grid gap-3">
      {!isBroken && camera.state !== 'failed' && (
        <div className="finder max-h-[28dvh]!" data-running={isRunning || undefined}>
          <video ref={video} playsInline muted aria-label="Camera view" />
        </div>
      )}
      {isRunning && camera.setLight && <TorchButton setLight={camera.setLight} />}
      <p role="status" className="min-h-14" data-signal={result?.signal}>
        {result ? (
          <>
            <b className="block text-h1 leading-tight">{result.word}</b>
            <span className="text-lead">{result.text}</span>
          </>
        ) : (
          camera.state === 'failed' && `${camera.failure.title}. Type the tracking ID, or choose the parcel.`
        )}
      </p>
      {rest && (
        <BigButton
          key={rest.trackingId}
          icon="check"
          onClick={() => handle({ trackingId: rest.trackingId, parcel: 'all' })}
        >
          All {rest.count}
        </BigButton>
      )}
      <TypedLabel onCode={(code) => handle(readLabelCode(code) ?? { trackingId: code, parcel: null })} />
      {choices.length > 0 && (
        <details>
          <summary className="btn-big">
            <span className="btn-face">
              Choose from the list
              <Icon name="chevron-down" className="[[open]_&]:[rotate:180deg]" />
            </span>
          </summary>
          <ul className="grid gap-2 mt-2">
            {choices.map((parcel) => (
              <li key={parcel.id}>
                <BigButton
                  onClick={() =>
                    handle({ trackingId: parcel.trackingId, parcel: (parcel.parcels ?? 1) > 1 ? null : 1 })
                  }
                >
                  <Choice parcel={parcel} stop={stopOf(run, parcel)} />
                </BigButton>
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}

/** A page without a panel scanned them and sent them here. */
function useScannedBefore(onScanned: (code: string) => void): void {
  const { state } = useLocation();
  const onCode = useEffectEvent(onScanned);
  const code: unknown = state?.scanned;
  useEffect(() => {
    if (typeof code !== 'string') return;
    history.replaceState({ ...history.state, usr: null }, '');
    onCode(code);
  }, [code]);
}

/** A torn label may still have the name and the street. */
function Choice({ parcel, stop }: { parcel: Parcel; stop: CourierStop | undefined }) {
  return (
    <>
      <GroupedCode code={parcel.trackingId} />
      {stop && (
        <span className="block">
          <b translate="no">{receiversOf(stop, [parcel]).join()}</b>{' '}
          <span translate="no" className="block font-400">
            {formatAddress(stop.address)}
          </span>
        </span>
      )}
      <span className="block text-small font-400">
        {parcel.description}
        {ofSeveral(parcel)}
      </span>
    </>
  );
}
