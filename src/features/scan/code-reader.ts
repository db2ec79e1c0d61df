import { withTimeout } from '../../browser/with-timeout.ts';
import { trustedWorkerUrl } from '../../pwa/trusted-workers.ts';
import type { ScanResult } from './scan-worker.ts';
import scanWorkerUrl from './scan-worker.ts?worker&url';

export interface CodeReader {
  /** The current frame's codes. @throws if this device has no decoder. */
  read(video: HTMLVideoElement): Promise<string[]>;
  close(): void;
}

/** Missing in TypeScript's DOM types. */
interface BarcodeDetector {
  detect(source: HTMLVideoElement): Promise<{ rawValue: string }[]>;
}
declare global {
  var BarcodeDetector:
    | { new (options: { formats: string[] }): BarcodeDetector; getSupportedFormats(): Promise<string[]> }
    | undefined;
}

const FORMATS = ['code_128', 'qr_code'];

/** The decoder may load over a slow network, or one that never responds. */
const READS_WITHIN_MS = 60_000;

/** Uses the browser's reader, or a decoder in a worker. */
export function openCodeReader(): CodeReader {
  let detector: Promise<BarcodeDetector | null> = findDetector();
  let worker: CodeReader | undefined;
  return {
    async read(video) {
      try {
        const codes = await (await detector)?.detect(video);
        if (codes) return codes.map(({ rawValue }) => rawValue);
      } catch {
        // Present but broken, such as on phones without the services it needs.
        detector = Promise.resolve(null);
      }
      worker ??= openWorker();
      return worker.read(video);
    },
    close: () => worker?.close(),
  };
}

async function findDetector(): Promise<BarcodeDetector | null> {
  try {
    const known = (await globalThis.BarcodeDetector?.getSupportedFormats()) ?? [];
    if (!globalThis.BarcodeDetector || !FORMATS.every((format) => known.includes(format))) return null;
    return new globalThis.BarcodeDetector({ formats: FORMATS });
  } catch {
    return null;
  }
}

function openWorker(): CodeReader {
  const worker = new Worker(trustedWorkerUrl(scanWorkerUrl), { type: 'module' });
  const workerFailure = new Promise<never>((_, reject) => {
    worker.addEventListener('error', () => reject(new Error('The scanner did not start')));
  });
  workerFailure.catch(() => undefined);
  return {
    async read(video) {
      const frame = await createImageBitmap(video);
      const answer = new Promise<ScanResult>((resolve) => {
        worker.addEventListener('message', ({ data }: MessageEvent<ScanResult>) => resolve(data), { once: true });
      });
      worker.postMessage(frame, [frame]);
      const reading = Promise.race([answer, workerFailure]);
      const result = await withTimeout<ScanResult>(reading, { failed: true }, READS_WITHIN_MS);
      if ('failed' in result) throw new Error('The scanner has no decoder');
      return result.codes;
    },
    close: () => worker.terminate(),
  };
}
