import { type RefObject, useEffect, useEffectEvent, useState } from 'react';
import { readTrackingCode } from '../../domain/tracking-id.ts';
import { openCodeReader } from './code-reader.ts';

/** Between two frames: the device has other things to do, and a hand does not move that fast. */
const PAUSE_MS = 80;

/** `strange`: the last code that was seen says something else than a tracking ID. */
export type Scanning = 'looking' | 'strange' | 'failed';

/** Looks for a tracking ID in what the video shows, while it `isRunning`; tells the first one it finds, once. */
export function useScanner(
  video: RefObject<HTMLVideoElement | null>,
  isRunning: boolean,
  onFound: (trackingId: string) => void,
): Scanning {
  const [scanning, setScanning] = useState<Scanning>('looking');

  /** Whether that was it. */
  const onCodes = useEffectEvent((codes: string[]): boolean => {
    const trackingId = codes.map(readTrackingCode).find((id) => id !== null);
    if (trackingId) onFound(trackingId);
    else if (codes.length > 0) setScanning('strange');
    return Boolean(trackingId);
  });

  useEffect(() => {
    const element = video.current;
    if (!isRunning || !element) return;
    let isCurrent = true;
    const reader = openCodeReader();
    async function look(at: HTMLVideoElement) {
      while (isCurrent) {
        const codes = at.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA ? await reader.read(at) : [];
        if (!isCurrent || onCodes(codes)) return;
        await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
      }
    }
    look(element).catch(() => isCurrent && setScanning('failed'));
    return () => {
      isCurrent = false;
      reader.close();
      setScanning('looking');
    };
  }, [isRunning, video]);

  return scanning;
}
