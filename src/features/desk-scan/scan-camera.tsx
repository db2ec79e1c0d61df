import { type ReactNode, useRef, useState } from 'react';
import { parseToken } from '../../domain/handover.ts';
import type { LabelCode } from '../../domain/tracking-id.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useCamera } from '../scan/camera.ts';
import { labelIn, useScanner } from '../scan/scanner.ts';
import { TorchButton } from '../scan/torch-button.tsx';

interface ScanCameraProps {
  onLabel: (label: LabelCode) => void;
  /** A receiver’s. */
  onToken: (token: string) => void;
  children: ReactNode;
}

/** Stays open between two scans. */
export function ScanCamera({ children, ...found }: ScanCameraProps) {
  const [isOn, setOn] = useState(false);
  return (
    <div className="grid gap-3">
      <div className="row">
        <Button icon={isOn ? 'x' : 'camera'} aria-pressed={isOn} onClick={() => setOn(!isOn)}>
          {isOn ? 'Close the camera' : 'Use the camera'}
        </Button>
        {children}
      </div>
      {isOn && <OpenCamera {...found} />}
    </div>
  );
}

function OpenCamera({ onLabel, onToken }: Omit<ScanCameraProps, 'children'>) {
  const video = useRef<HTMLVideoElement>(null);
  const [isBroken, setBroken] = useState(false);
  const [camera] = useCamera(video, !isBroken);
  const isRunning = camera.state === 'running';
  useScanner(video, isRunning, {
    onCodes(codes) {
      const token = codes.find((code) => parseToken(code));
      const label = labelIn(codes);
      if (token) onToken(token);
      else if (label) onLabel(label);
      return false;
    },
    onFailed: () => setBroken(true),
  });
  if (isBroken || camera.state === 'failed') {
    const title = camera.state === 'failed' ? camera.failure.title : 'The scanner couldn’t be loaded';
    return (
      <Notice tone="bad" title={title} live>
        Use a hand scanner, or type the tracking ID.
      </Notice>
    );
  }
  return (
    <>
      <div className="finder max-h-[32dvh]!" data-running={isRunning || undefined}>
        <video ref={video} playsInline muted aria-label="Camera view" />
      </div>
      {isRunning && camera.setLight && <TorchButton setLight={camera.setLight} />}
    </>
  );
}
