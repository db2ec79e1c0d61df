/** Redrawing removes place, time and name. */

import { drawScaled } from '../../../browser/draw-scaled.ts';
import type { DeclaredProof } from '../../../domain/runs/facts.ts';
import { waitForIdle } from '../../../offline/idle.ts';

const MAX_SIDE = 1600;
export const MAX_PROOF_BYTES = 300 * 1000;
export const MAX_PHOTOS = 3;
/** Until the next stop shows. */
const PATIENCE_MS = 300;
const QUALITIES = [0.85, 0.7, 0.55, 0.4];

export interface ProofPicture extends Pick<DeclaredProof, 'kind' | 'sha256' | 'type' | 'size'> {
  bytes: ArrayBuffer;
}

export type DrawPictures = () => Promise<ProofPicture[]>;

export const noPictures: DrawPictures = async () => [];

export class PhotoLostError extends Error {
  override name = 'PhotoLostError';
}

export function drawOnce<Drawn>(draw: () => Promise<Drawn>): () => Promise<Drawn> {
  let drawn: Promise<Drawn> | undefined;
  return () => {
    drawn ??= draw().catch((error: unknown) => {
      drawn = undefined;
      throw error;
    });
    return drawn;
  };
}

export interface Photo {
  source: ImageBitmap | HTMLImageElement;
  width: number;
  height: number;
}

/** @throws {PhotoLostError} */
export async function takePhoto(video: HTMLVideoElement): Promise<Photo> {
  try {
    const source = await createImageBitmap(video);
    return { source, width: source.width, height: source.height };
  } catch (cause) {
    throw new PhotoLostError('The camera gave no photo. Take it again.', { cause });
  }
}

/** @throws {DOMException} if this browser cannot read the file as a picture. */
export async function readPhoto(file: File): Promise<Photo> {
  // An image element applies the EXIF rotation.
  const source = new Image();
  source.src = URL.createObjectURL(file);
  try {
    await source.decode();
  } finally {
    URL.revokeObjectURL(source.src);
  }
  return { source, width: source.naturalWidth, height: source.naturalHeight };
}

/** @throws if this browser cannot draw it. */
export async function drawPhoto(photo: Photo): Promise<ProofPicture> {
  await waitForIdle(PATIENCE_MS);
  for (let side = MAX_SIDE; ; side /= 1.5) {
    const canvas = drawScaled(photo.source, photo, side);
    for (const quality of QUALITIES) {
      const drawn = await canvas.convertToBlob({ type: 'image/jpeg', quality });
      if (drawn.size > MAX_PROOF_BYTES) continue;
      if (photo.source instanceof ImageBitmap) photo.source.close();
      return toProof('photo', drawn);
    }
  }
}

export async function toProof(kind: DeclaredProof['kind'], blob: Blob): Promise<ProofPicture> {
  const bytes = await blob.arrayBuffer();
  const digest = await crypto.subtle.digest('SHA-256', bytes);
  const sha256 = Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
  return { kind, sha256, type: kind === 'photo' ? 'image/jpeg' : 'image/png', size: bytes.byteLength, bytes };
}
