import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import decoder from 'zxing-wasm/reader/zxing_reader.wasm?url';

/** Failed: this device can't read codes. */
export type ScanResult = { codes: string[] } | { failed: true };

// The library would fetch its decoder from a third-party server.
prepareZXingModule({ overrides: { locateFile: () => decoder } });

addEventListener('message', async ({ data: frame }: MessageEvent<ImageBitmap>) => {
  postMessage(await read(frame).catch((): ScanResult => ({ failed: true })));
});

async function read(frame: ImageBitmap): Promise<ScanResult> {
  const context = new OffscreenCanvas(frame.width, frame.height).getContext('2d');
  if (!context) return { failed: true };
  context.drawImage(frame, 0, 0);
  const picture = context.getImageData(0, 0, frame.width, frame.height);
  frame.close();
  const codes = await readBarcodes(picture, { formats: ['Code128', 'QRCode'], tryHarder: true, maxNumberOfSymbols: 4 });
  return { codes: codes.filter((code) => code.isValid).map(({ text }) => text) };
}
