/** Encodes each image in a separate process. */
import { IMAGE_ENCODER } from '../config/paths.ts';
import { UserError } from '../errors/errors.ts';
import { inTurn, SHARED_QUEUES } from '../limits/shared-queues.ts';
import { askApart } from '../process/apart.ts';
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

/** @throws A UserError if the image is at fault. */
export async function encodeUpload(file: string): Promise<EncodedImage> {
  const answer = await inTurn(SHARED_QUEUES.images, () => runEncoder(file));
  if ('refusal' in answer) throw new UserError('BAD_REQUEST', MESSAGES[answer.refusal]);
  return decodeOutput(answer);
}

async function runEncoder(file: string): Promise<EncoderOutput> {
  const bounds = { script: [IMAGE_ENCODER, file], ms: TIMEOUT_MS };
  return JSON.parse(await askApart(bounds, { maxBytes: MAX_ENCODER_OUTPUT_BYTES })) as EncoderOutput;
}

function decodeOutput({ width, height, variants }: Exclude<EncoderOutput, { refusal: string }>): EncodedImage {
  return {
    width,
    height,
    variants: variants.map((one) => ({ width: one.width, bytes: Buffer.from(one.base64, 'base64') })),
  };
}
