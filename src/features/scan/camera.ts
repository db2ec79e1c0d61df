import { type RefObject, useEffect, useState, useSyncExternalStore } from 'react';

export interface CameraFailure {
  title: string;
  sentence: string;
}

export type Camera =
  | { state: 'starting' }
  /** `setLight` is set if the camera has a torch. */
  | { state: 'running'; setLight?: (isOn: boolean) => Promise<void> }
  | { state: 'failed'; failure: CameraFailure };

const STARTING: Camera = { state: 'starting' };

/** The back camera, while it is wanted and the page is visible. */
export function useCamera(video: RefObject<HTMLVideoElement | null>, isWanted: boolean): [Camera, retry: () => void] {
  const isPageVisible = useSyncExternalStore(onVisibility, () => document.visibilityState === 'visible');
  const [attempt, setAttempt] = useState(0);
  const [camera, setCamera] = useState(STARTING);

  // biome-ignore lint/correctness/useExhaustiveDependencies(attempt): each attempt starts the camera again
  useEffect(() => {
    const element = video.current;
    if (!isWanted || !isPageVisible || !element) return;
    let isCurrent = true;
    let stream: MediaStream | undefined;
    const stop = () => {
      for (const track of stream?.getTracks() ?? []) track.stop();
    };
    const fail = (error: unknown) => isCurrent && setCamera({ state: 'failed', failure: describeFailure(error) });

    async function start(on: HTMLVideoElement) {
      stream = await requestCamera();
      if (!isCurrent) return stop();
      const [track] = stream.getVideoTracks();
      track?.addEventListener('ended', () => fail(new DOMException('It was taken away', 'NotReadableError')));
      on.srcObject = stream;
      await on.play();
      if (isCurrent) setCamera({ state: 'running', setLight: track && torchOf(track) });
    }
    start(element).catch(fail);

    return () => {
      isCurrent = false;
      stop();
      element.srcObject = null;
      setCamera(STARTING);
    };
  }, [isWanted, isPageVisible, attempt, video]);

  return [camera, () => setAttempt(attempt + 1)];
}

function onVisibility(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
}

async function requestCamera(): Promise<MediaStream> {
  // Insecure pages have no media devices.
  if (!navigator.mediaDevices) throw new DOMException('There are no devices here', 'NotFoundError');
  return navigator.mediaDevices.getUserMedia({
    video: { facingMode: 'environment', width: { ideal: 1280 }, height: { ideal: 720 } },
  });
}

/** TypeScript's DOM types lack `torch`. */
function torchOf(track: MediaStreamTrack): ((isOn: boolean) => Promise<void>) | undefined {
  const capabilities: MediaTrackCapabilities & { torch?: boolean } = track.getCapabilities?.() ?? {};
  if (!capabilities.torch) return undefined;
  return (isOn) => track.applyConstraints({ advanced: [{ torch: isOn } as MediaTrackConstraintSet] });
}

function describeFailure(error: unknown): CameraFailure {
  switch (error instanceof DOMException ? error.name : '') {
    case 'NotAllowedError':
    case 'SecurityError':
      return {
        title: 'Camera access is blocked',
        sentence: 'Allow it for this site in your browser’s settings, or type the tracking ID.',
      };
    case 'NotFoundError':
    case 'OverconstrainedError':
      return { title: 'No camera found', sentence: 'Type the tracking ID instead.' };
    default:
      return {
        title: 'The camera is busy',
        sentence: 'Another app may be using it. Close that app and try again, or type the tracking ID.',
      };
  }
}
