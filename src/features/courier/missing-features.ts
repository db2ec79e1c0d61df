/** A camera tells about its light once it runs. */
export function listMissingFeatures(): string[] {
  const { mediaDevices } = navigator as Partial<Navigator>;
  const constraints: MediaTrackSupportedConstraints & { torch?: boolean } =
    mediaDevices?.getSupportedConstraints?.() ?? {};
  return [
    mediaDevices ? '' : 'a camera for this page',
    mediaDevices && !constraints.torch ? 'a light for scanning' : '',
    'vibrate' in navigator ? '' : 'vibration',
    'AudioContext' in globalThis ? '' : 'sounds',
    'wakeLock' in navigator ? '' : 'a screen that stays on',
  ].filter(Boolean);
}
