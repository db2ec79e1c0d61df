import type { Position } from '../../../domain/places/learn-place.ts';

const TIMEOUT_MS = 3_000;

export type PositionAnswer = Position | 'denied' | 'unknown';

/** Asks the device once where it is; the browser may ask its person first. */
export function readPosition(): Promise<PositionAnswer> {
  return new Promise((resolve) => {
    if (!hasPosition()) return resolve('unknown');
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude: lat, longitude: lng, accuracy } }) => resolve({ lat, lng, accuracy }),
      ({ code, PERMISSION_DENIED }) => resolve(code === PERMISSION_DENIED ? 'denied' : 'unknown'),
      { enableHighAccuracy: true, timeout: TIMEOUT_MS, maximumAge: 0 },
    );
  });
}

export const hasPosition = (): boolean => 'geolocation' in navigator;

/** Chromium blocks it in a page that was loaded at another address (Permissions-Policy). */
export function isPositionBlocked(): boolean {
  const { featurePolicy } = document as Document & { featurePolicy?: { allowsFeature(name: string): boolean } };
  return featurePolicy?.allowsFeature('geolocation') === false;
}
