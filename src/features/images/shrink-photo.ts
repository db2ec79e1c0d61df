import { drawScaled } from '../../browser/draw-scaled.ts';
import { MAX_IMAGE_SIDE } from '../../domain/image.ts';

/** What the host reads. Other formats, such as HEIC, become a JPEG. */
const HOST_FORMATS = ['image/jpeg', 'image/png', 'image/webp', 'image/avif'];
const MAX_UNCHANGED_BYTES = 1024 * 1024;

/** Also strips the location. A file this browser can't read stays as it is. */
export async function shrinkPhoto(file: File): Promise<Blob> {
  if (file.size <= MAX_UNCHANGED_BYTES && HOST_FORMATS.includes(file.type)) return file;
  try {
    const photo = await createImageBitmap(file);
    const canvas = drawScaled(photo, photo, MAX_IMAGE_SIDE);
    photo.close();
    const shrunk = await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.9 });
    return shrunk.size < file.size || !HOST_FORMATS.includes(file.type) ? shrunk : file;
  } catch {
    return file;
  }
}
