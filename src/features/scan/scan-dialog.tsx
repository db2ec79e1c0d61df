import { useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogBody, DialogFooter } from '../../ui/dialog/dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useCamera } from './camera.ts';
import { useScanner } from './scanner.ts';
import { TorchButton } from './torch-button.tsx';

export function ScanDialog({ onFound, onClose }: { onFound: (trackingId: string) => void; onClose: () => void }) {
  const video = useRef<HTMLVideoElement>(null);
  const [isBroken, setBroken] = useState(false);
  const [camera, retry] = useCamera(video, !isBroken);
  const isRunning = camera.state === 'running';
  const isUnknownCode = useScanner(video, isRunning, {
    onFound: ({ trackingId }) => onFound(trackingId),
    onFailed: () => setBroken(true),
  });
  const failure = isBroken ? scannerFailure() : camera.state === 'failed' ? camera.failure : null;

  function tryAgain() {
    setBroken(false);
    retry();
  }

  return (
    <Dialog open onClose={onClose} title="Scan a code">
      <DialogBody className="stack gap-4">
        <div className="finder" hidden={failure !== null} data-running={isRunning || undefined}>
          <video ref={video} playsInline muted aria-label="Camera view" />
        </div>
        {failure ? (
          <Notice
            tone="bad"
            title={failure.title}
            live
            action={
              <Button small icon="refresh-cw" onClick={tryAgain}>
                Try again
              </Button>
            }
          >
            {failure.sentence}
          </Notice>
        ) : isUnknownCode ? (
          <Notice tone="bad" title="This code is not a tracking ID" live>
            Point the camera at another one, or type the tracking ID.
          </Notice>
        ) : (
          <p role="status">
            {isRunning
              ? 'Point the camera at the barcode or QR code of a shipment.'
              : 'Starting the camera. Your browser may ask you to allow it.'}
          </p>
        )}
      </DialogBody>
      <DialogFooter>
        <Button onClick={onClose}>Cancel</Button>
        {isRunning && camera.setLight && <TorchButton setLight={camera.setLight} />}
      </DialogFooter>
    </Dialog>
  );
}

function scannerFailure() {
  const sentence = navigator.onLine
    ? 'Try again, or type the tracking ID.'
    : 'It’s not on this device yet. Go online to load it, or type the tracking ID.';
  return { title: 'The scanner couldn’t be loaded', sentence };
}
