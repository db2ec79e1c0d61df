/** Reads barcodes and QR codes as a scanner does: from a picture alone. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';

const wasm = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm');
let isReady: Promise<unknown> | undefined;

/** The decoder from node_modules, not from the network as it would fetch it by itself. */
async function prepare(): Promise<void> {
  const { buffer, byteOffset, byteLength } = await readFile(wasm);
  const wasmBinary = buffer.slice(byteOffset, byteOffset + byteLength) as ArrayBuffer;
  await prepareZXingModule({ overrides: { wasmBinary }, fireImmediately: true });
}

/**
 * What the codes in a PNG say, each text once: `Code128 W48207K159XQ`, `QRCode https://…`. In order
 * of the alphabet.
 */
export async function decodeCodes(png: Uint8Array): Promise<string[]> {
  isReady ??= prepare();
  await isReady;
  const codes = await readBarcodes(png, { formats: ['Code128', 'QRCode'], tryHarder: true, maxNumberOfSymbols: 10 });
  return [...new Set(codes.filter((code) => code.isValid).map(({ format, text }) => `${format} ${text}`))].sort();
}
