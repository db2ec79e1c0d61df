import { MAX_IMAGE_SIDE } from '../../domain/image.ts';

/** What the host reads. Other formats, such as HEIC, become a JPEG. */
const HOST_FORMATS = ['image/jpeg', 'image/png', 'image/webp', 'image/avif'];
const MAX_UNCHANGED_BYTES = 1024 * 1024;

/** Also strips the location. A file this browser can't read stays as it is. */
export async function shrinkPhoto(file: File): Promise<Blob> {
  if (file.size <= MAX_UNCHANGED_BYTES && HOST_FORMATS.includes(file.type)) return file;
  try {
    const photo = await createImageBitmap(file);
    const scale = Math.min(1, MAX_IMAGE_SIDE / Math.max(photo.width, photo.height));
    const canvas = new OffscreenCanvas(Math.round(photo.width * scale) || 1, Math.round(photo.height * scale) || 1);
    const context = canvas.getContext('2d');
    if (!context) return file;
    // A JPEG has no transparency.
    context.fillStyle = '#fff';
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.imageSmoothingQuality = 'high';
    context.drawImage(photo, 0, 0, canvas.width, canvas.height);
    photo.close();
    const shrunk = await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.9 });
    return shrunk.size < file.size || !HOST_FORMATS.includes(file.type) ? shrunk : file;
  } catch {
    return file;
  }
}
