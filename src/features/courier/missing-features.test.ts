import { afterEach, expect, it, vi } from 'vitest';
import { listMissingFeatures } from './missing-features.ts';

const withDevice = (device: object) => vi.stubGlobal('navigator', device);
const camera = (constraints: object) => ({ mediaDevices: { getSupportedConstraints: () => constraints } });

afterEach(() => vi.unstubAllGlobals());

it('names nothing on a device that has everything', () => {
  withDevice({ ...camera({ torch: true }), vibrate() {}, wakeLock: {} });
  vi.stubGlobal('AudioContext', class {});
  expect(listMissingFeatures()).toEqual([]);
});

it('names each thing that a device lacks, and no light where there is no camera', () => {
  withDevice({});
  expect(listMissingFeatures()).toEqual(['a camera for this page', 'vibration', 'sounds', 'a screen that stays on']);
});

it('names the light if the browser cannot turn it on', () => {
  withDevice({ ...camera({}), vibrate() {}, wakeLock: {} });
  vi.stubGlobal('AudioContext', class {});
  expect(listMissingFeatures()).toEqual(['a light for scanning']);
});
