import { MAXIMUM_IMAGE_SIDE } from '../../domain/image.ts';

/** What the image host reads; whatever else this browser can read (HEIC on an iPhone) is made a JPEG here. */
const READABLE = ['image/jpeg', 'image/png', 'image/webp', 'image/avif'];
/** A file up to this size is sent as it is. */
const SMALL = 1024 * 1024;

/**
 * A photo as large as it will be kept: a camera's 8 MB become some 500 kB before they cross a bad network, and where it was
 * taken never leaves the phone. What this browser cannot read is sent as it is, and the image host says what it thinks of it.
 */
export async function shrinkPhoto(file: File): Promise<Blob> {
  if (file.size <= SMALL && READABLE.includes(file.type)) return file;
  try {
    const photo = await createImageBitmap(file);
    const scale = Math.min(1, MAXIMUM_IMAGE_SIDE / Math.max(photo.width, photo.height));
    const canvas = new OffscreenCanvas(Math.round(photo.width * scale) || 1, Math.round(photo.height * scale) || 1);
    const context = canvas.getContext('2d');
    if (!context) return file;
    // A JPEG has no transparency: what shines through is paper.
    context.fillStyle = '#fff';
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.imageSmoothingQuality = 'high';
    context.drawImage(photo, 0, 0, canvas.width, canvas.height);
    photo.close();
    const shrunk = await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.9 });
    return shrunk.size < file.size || !READABLE.includes(file.type) ? shrunk : file;
  } catch {
    return file;
  }
}
