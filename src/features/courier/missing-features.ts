/**
 * What would make a courier's day easier and this device lacks, in plain words: named once, then the
 * pages do without it. Whether a camera has a light only shows once it runs; here, whether the
 * browser could turn it on.
 */
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
