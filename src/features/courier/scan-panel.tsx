import { useRef, useState } from 'react';
import { giveFeedback, type Signal } from '../../browser/feedback.ts';
import type { Parcel } from '../../domain/runs/parcels.ts';
import type { CourierRun, CourierStop } from '../../domain/runs/views.ts';
import { BigButton } from '../../ui/big-button.tsx';
import { GroupedCode } from '../../ui/grouped-code.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useCamera } from '../scan/camera.ts';
import { useScanner } from '../scan/scanner.ts';
import { TorchButton } from '../scan/torch-button.tsx';
import { TypedLabel } from '../scan/typed-label.tsx';
import { formatAddress } from './run/format-address.ts';
import { receiversOf, stopOf } from './run/run-view.ts';

/** A label counts again after this long out of the camera's sight. */
const SAME_LABEL_MS = 2_000;

export interface ScanResult {
  signal: Signal;
  word: string;
  text?: string;
}

interface ScanPanelProps {
  run: CourierRun;
  onLabel: (trackingId: string) => ScanResult;
  choices: readonly Parcel[];
}

export function ScanPanel({ run, onLabel, choices }: ScanPanelProps) {
  const video = useRef<HTMLVideoElement>(null);
  const seen = useRef({ trackingId: '', at: Number.NEGATIVE_INFINITY });
  const unknownAt = useRef(Number.NEGATIVE_INFINITY);
  const [isBroken, setBroken] = useState(false);
  const [result, setResult] = useState<ScanResult | null>(null);
  const [camera] = useCamera(video, !isBroken);
  const isRunning = camera.state === 'running';

  function show(next: ScanResult) {
    giveFeedback(next.signal);
    setResult(next);
  }

  const handle = (trackingId: string) => show(onLabel(trackingId));

  function onFound(trackingId: string) {
    const { trackingId: last, at } = seen.current;
    const isSame = trackingId === last && performance.now() - at < SAME_LABEL_MS;
    seen.current = { trackingId, at: performance.now() };
    if (!isSame) handle(trackingId);
  }

  function onUnknownCode() {
    const now = performance.now();
    // A parcel may carry other codes beside our label.
    if (now - seen.current.at < SAME_LABEL_MS) return;
    const isSame = now - unknownAt.current < SAME_LABEL_MS;
    unknownAt.current = now;
    if (!isSame) show({ signal: 'bad', word: 'Not a label', text: 'Point the camera at our barcode.' });
  }

  useScanner(video, isRunning, {
    isContinuous: true,
    onFound,
    onFailed: () => setBroken(true),
    onUnknownCode,
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
      <TypedLabel onLabel={handle} />
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
                <BigButton onClick={() => handle(parcel.trackingId)}>
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
      <span className="block text-small font-400">{parcel.description}</span>
    </>
  );
}
