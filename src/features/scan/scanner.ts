import { type RefObject, useEffect, useEffectEvent, useState } from 'react';
import { type LabelCode, readLabelCode } from '../../domain/tracking-id.ts';
import { openCodeReader } from './code-reader.ts';

/** Spares the battery; a hand doesn't move faster. */
const SCAN_INTERVAL_MS = 80;

interface ScannerCallbacks {
  /** It gets only the first label without `isContinuous`. */
  onFound?: (label: LabelCode) => void;
  isContinuous?: boolean;
  /** It gets all codes in view, before any label. Returns true to stop scanning. */
  onCodes?: (codes: string[]) => boolean;
  onUnknownCode?: () => void;
  onNothing?: () => void;
  onFailed: () => void;
}

/** A code that names one of a shipment’s parcels comes first. */
export function labelIn(codes: readonly string[]): LabelCode | undefined {
  const labels = codes.flatMap((code) => readLabelCode(code) ?? []);
  return labels.find(({ parcel }) => parcel !== null) ?? labels[0];
}

/** Returns true once another kind of code was seen. */
export function useScanner(
  video: RefObject<HTMLVideoElement | null>,
  isRunning: boolean,
  { onFound, onCodes: onAll, onFailed, onUnknownCode, onNothing, isContinuous = false }: ScannerCallbacks,
): boolean {
  const [isUnknownCode, setUnknownCode] = useState(false);

  const onCodes = useEffectEvent((codes: string[]): boolean => {
    if (onAll) return codes.length > 0 && onAll(codes);
    const label = labelIn(codes);
    if (label) onFound?.(label);
    else if (codes.length > 0) {
      setUnknownCode(true);
      onUnknownCode?.();
    } else onNothing?.();
    return label !== undefined && !isContinuous;
  });

  const fail = useEffectEvent(onFailed);

  useEffect(() => {
    const element = video.current;
    if (!isRunning || !element) return;
    let isCurrent = true;
    const reader = openCodeReader();
    async function scanFrames(at: HTMLVideoElement) {
      while (isCurrent) {
        const codes = at.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA ? await reader.read(at) : [];
        if (!isCurrent || onCodes(codes)) return;
        await new Promise((resolve) => setTimeout(resolve, SCAN_INTERVAL_MS));
      }
    }
    scanFrames(element).catch(() => isCurrent && fail());
    return () => {
      isCurrent = false;
      reader.close();
      setUnknownCode(false);
    };
  }, [isRunning, video]);

  return isUnknownCode;
}
