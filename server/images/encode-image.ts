/**
 * Encodes images, each in a separate process (encoder.ts). A file made to break a decoder breaks
 * only that process, its memory is returned to the system, and everyone else's calls come first.
 */
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
  /** Narrowest first; the last one is the full-size image. */
  variants: { width: number; bytes: Buffer }[];
}

const MESSAGES = {
  empty: 'The file is empty.',
  kind: 'This image can’t be read. Use a JPEG, PNG, WebP or AVIF image.',
  size: 'This image has too many pixels. The limit is 50 megapixels, or 16 for AVIF.',
  damaged: 'This image is damaged or incomplete. Take it or save it again.',
};

/** A photo takes a second, on a busy machine a few. */
const TIMEOUT_MS = 30_000;
/** Four variants of noise, the worst case, in base64. */
const MAX_ENCODER_OUTPUT_BYTES = 32 * 1024 * 1024;

/**
 * A third of a usual process's share, so that everyone else's calls come first. With a tenth (10),
 * three photos took more than a minute on a busy machine.
 */
const NICENESS = 5;

/** One per core, and at most four: each may need some 300 MB for the largest accepted image. */
const limitEncoding = pLimit(Math.min(availableParallelism(), 4));

/**
 * Encodes an uploaded image in all its widths.
 * @throws A UserError if it is not an image, is damaged, or would take too much memory to unpack.
 * Anything else is the server's fault and says nothing about the image: the encoder was killed,
 * crashed or took too long.
 */
export async function encodeUpload(file: string): Promise<EncodedImage> {
  const answer = await limitEncoding(() => runEncoder(file));
  if ('refusal' in answer) throw new UserError('BAD_REQUEST', MESSAGES[answer.refusal]);
  return decodeOutput(answer);
}

/**
 * Runs the encoder, without any of the server's secrets.
 * @throws If the process fails or has to be killed.
 */
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
  } catch {
    // It has already ended, or we may not: then it runs at normal priority.
  }
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
