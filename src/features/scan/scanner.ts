import { type RefObject, useEffect, useEffectEvent, useState } from 'react';
import { readTrackingCode } from '../../domain/tracking-id.ts';
import { openCodeReader } from './code-reader.ts';

/** Between two frames: the device has other things to do, and a hand does not move that fast. */
const PAUSE_MS = 80;

interface Listener {
  /** Told the first tracking ID that is seen, once. */
  onFound: (trackingId: string) => void;
  /** What reads codes is not on this device, and could not be fetched. */
  onFailed: () => void;
}

/**
 * Looks for a tracking ID in what the video shows, while it `isRunning`. True once a code was seen that says something
 * else.
 */
export function useScanner(
  video: RefObject<HTMLVideoElement | null>,
  isRunning: boolean,
  { onFound, onFailed }: Listener,
): boolean {
  const [isStrange, setStrange] = useState(false);

  /** Whether that was it. */
  const onCodes = useEffectEvent((codes: string[]): boolean => {
    const trackingId = codes.map(readTrackingCode).find((id) => id !== null);
    if (trackingId) onFound(trackingId);
    else if (codes.length > 0) setStrange(true);
    return Boolean(trackingId);
  });

  const fail = useEffectEvent(onFailed);

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
    look(element).catch(() => isCurrent && fail());
    return () => {
      isCurrent = false;
      reader.close();
      setStrange(false);
    };
  }, [isRunning, video]);

  return isStrange;
}
