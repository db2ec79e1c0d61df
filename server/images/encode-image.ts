/** Encodes each image in a separate process: a file made to break a decoder breaks only that. */
import { execFile } from 'node:child_process';
import { availableParallelism, setPriority } from 'node:os';
import { promisify } from 'node:util';
import pLimit from 'p-limit';
import { IMAGE_ENCODER } from '../config/paths.ts';
import { UserError } from '../errors/errors.ts';
import type { EncoderOutput } from './encoder.ts';

export interface EncodedImage {
  width: number;
  height: number;
  variants: { width: number; bytes: Buffer }[];
}

const MESSAGES = {
  empty: 'The file is empty.',
  kind: 'This image can’t be read. Use a JPEG, PNG, WebP or AVIF image.',
  size: 'This image has too many pixels. The limit is 50 megapixels, or 16 for AVIF.',
  damaged: 'This image is damaged or incomplete. Take it or save it again.',
};

const TIMEOUT_MS = 30_000;
const MAX_ENCODER_OUTPUT_BYTES = 32 * 1024 * 1024;

/** At 10, three photos took over a minute on a busy machine. */
const NICENESS = 5;

/** Up to 300 MB each. */
const limitEncoding = pLimit(Math.min(availableParallelism(), 4));

/** @throws A UserError if the image is at fault. */
export async function encodeUpload(file: string): Promise<EncodedImage> {
  const answer = await limitEncoding(() => runEncoder(file));
  if ('refusal' in answer) throw new UserError('BAD_REQUEST', MESSAGES[answer.refusal]);
  return decodeOutput(answer);
}

/** Without the server's secrets. */
async function runEncoder(file: string): Promise<EncoderOutput> {
  const { SystemRoot, NODE_COMPILE_CACHE } = process.env;
  const running = promisify(execFile)(process.execPath, [IMAGE_ENCODER, file], {
    env: { SystemRoot, NODE_COMPILE_CACHE },
    timeout: TIMEOUT_MS,
    killSignal: 'SIGKILL',
    maxBuffer: MAX_ENCODER_OUTPUT_BYTES,
  });
  const { pid } = running.child;
  try {
    if (pid !== undefined) setPriority(pid, NICENESS);
  } catch {}
  const { stdout } = await running;
  return JSON.parse(stdout) as EncoderOutput;
}

function decodeOutput({ width, height, variants }: Exclude<EncoderOutput, { refusal: string }>): EncodedImage {
  return {
    width,
    height,
    variants: variants.map((one) => ({ width: one.width, bytes: Buffer.from(one.base64, 'base64') })),
  };
}
