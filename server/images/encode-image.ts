/**
 * Encodes pictures, each in a process of its own (encoder.ts). A file made to break a decoder breaks that process and not
 * the server, what unpacking it took goes back to the machine, and everyone else's calls come first.
 */
import { execFile } from 'node:child_process';
import { availableParallelism, constants, setPriority } from 'node:os';
import { promisify } from 'node:util';
import pLimit from 'p-limit';
import { IMAGE_ENCODER } from '../config/paths.ts';
import { Refusal } from '../errors/errors.ts';
import type { EncoderAnswer } from './encoder.ts';

export interface EncodedImage {
  width: number;
  height: number;
  /** Narrowest first; the last one is the whole image. */
  variants: { width: number; bytes: Buffer }[];
}

const SENTENCES = {
  empty: 'The file is empty.',
  kind: 'This image can’t be read. Use a JPEG, PNG, WebP or AVIF image.',
  size: 'This image has too many pixels. The limit is 50 megapixels, or 16 for AVIF.',
  damaged: 'This image is damaged or incomplete. Take it or save it again.',
};

/** A photo takes a second; what takes this long was made to. */
const TIMEOUT_MS = 30_000;
/** Four variants of noise, the worst there is, in base64. */
const LONGEST_ANSWER = 32 * 1024 * 1024;

/** One a core, and four at most: each may need some 300 MB for the largest picture that is taken. */
const inTurn = pLimit(Math.min(availableParallelism(), 4));

/**
 * Encodes a picture that was sent, in all its widths. Throws a Refusal with a sentence for whatever is no picture, is
 * damaged, or would take too much to unpack.
 */
export async function encodeUpload(file: string): Promise<EncodedImage> {
  const answer = await inTurn(() => runEncoder([file])).catch((error: unknown): EncoderAnswer => {
    if (isItsEnd(error)) return { refusal: 'damaged' };
    throw error;
  });
  if ('refusal' in answer) throw new Refusal('BAD_REQUEST', SENTENCES[answer.refusal]);
  return decoded(answer);
}

/** Encodes a drawing of our own, an SVG. */
export async function encodeDrawing(svg: string): Promise<EncodedImage> {
  const answer = await inTurn(() => runEncoder([], svg));
  if ('refusal' in answer) throw new Error(SENTENCES[answer.refusal]);
  return decoded(answer);
}

/** Throws where the process fails, or has to be ended. It is told none of the server's secrets. */
async function runEncoder(order: string[], input = ''): Promise<EncoderAnswer> {
  const running = promisify(execFile)(process.execPath, [IMAGE_ENCODER, ...order], {
    env: { SystemRoot: process.env.SystemRoot },
    timeout: TIMEOUT_MS,
    killSignal: 'SIGKILL',
    maxBuffer: LONGEST_ANSWER,
  });
  const { pid, stdin } = running.child;
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // It has ended already, or we may not: then it works beside the others.
  }
  // A process that ended early reads nothing; why it ended is told below.
  stdin?.on('error', () => undefined).end(input);
  const { stdout } = await running;
  return JSON.parse(stdout) as EncoderAnswer;
}

/** Whether the process began and then came to a bad end: by the picture's doing, or by us after too long a time. */
function isItsEnd(error: unknown): boolean {
  return error instanceof Error && 'signal' in error && 'code' in error && typeof error.code !== 'string';
}

function decoded({ width, height, variants }: Exclude<EncoderAnswer, { refusal: string }>): EncodedImage {
  return {
    width,
    height,
    variants: variants.map((one) => ({ width: one.width, bytes: Buffer.from(one.base64, 'base64') })),
  };
}
