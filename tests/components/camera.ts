import { onTestFinished, vi } from 'vitest';

interface Camera {
  /** Whether it runs. */
  isOn(): boolean;
  /** Null lets the camera work. */
  fail(name: string | null): void;
  light: unknown[];
}

/** No headless browser has one. */
export function giveCamera(): Camera {
  const tracks: MediaStreamTrack[] = [];
  const light: unknown[] = [];
  let failure: string | null = null;
  const view = document.createElement('canvas');
  const drawing = view.getContext('2d');
  vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockImplementation(async () => {
    if (failure) throw new DOMException('no', failure);
    const stream = view.captureStream();
    const [track] = stream.getVideoTracks();
    if (!track) throw new Error('The canvas has no video');
    // A canvas gives a frame only when it is drawn on, and nobody keeps one for a later video.
    const draw = setInterval(() => {
      if (track.readyState === 'ended') clearInterval(draw);
      drawing?.fillRect(0, 0, view.width, view.height);
    }, 50);
    const capabilities: MediaTrackCapabilities & { torch: boolean } = { torch: true };
    track.getCapabilities = () => capabilities;
    track.applyConstraints = async (wanted) => void light.push(wanted?.advanced);
    tracks.push(track);
    return stream;
  });
  return {
    isOn: () => tracks.some(({ readyState }) => readyState === 'live'),
    fail(name) {
      failure = name;
    },
    light,
  };
}

/** `read` returns what it sees. */
export function giveDetector(read: () => string[]): void {
  class BarcodeDetector {
    static getSupportedFormats = async () => ['code_128', 'ean_13', 'qr_code'];
    async detect(source: unknown) {
      if (!(source instanceof HTMLVideoElement)) throw new TypeError('Not a video');
      return read().map((rawValue) => ({ rawValue }));
    }
  }
  stubGlobal('BarcodeDetector', BarcodeDetector);
}

/**
 * It replaces the worker with our decoder. `read` returns what it sees; undefined, if it cannot be
 * loaded. Returns the addresses of started workers.
 */
export function giveDecoder(read: (() => string[]) | undefined): string[] {
  const started: string[] = [];
  class Decoder extends EventTarget {
    constructor(url: string | URL) {
      super();
      started.push(String(url));
      if (!read) queueMicrotask(() => this.dispatchEvent(new Event('error')));
    }
    postMessage(frame: ImageBitmap) {
      frame.close();
      if (read) this.dispatchEvent(new MessageEvent('message', { data: { codes: read() } }));
    }
    terminate() {
      // Nothing runs.
    }
  }
  stubGlobal('Worker', Decoder);
  return started;
}

function stubGlobal(name: string, value: unknown): void {
  vi.stubGlobal(name, value);
  onTestFinished(() => void vi.unstubAllGlobals());
}
