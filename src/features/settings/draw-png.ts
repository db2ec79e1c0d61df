import { MAX_BRAND_FILE } from '../../domain/settings/brand-files.ts';

/** The logo is shown 40 px high, the icon 512 px wide. */
const MAX_SIDE = 1_024;
const SMALLER = 0.75;

/**
 * Draws an SVG, PNG, JPEG or WebP as a PNG that a request has room for. What is transparent stays so.
 * @throws {DOMException} if this browser can't draw it
 */
export async function drawPng(file: File): Promise<Blob> {
  const image = new Image();
  image.src = URL.createObjectURL(file);
  try {
    await image.decode();
    for (let scale = 1; ; scale *= SMALLER) {
      const png = await drawAt(image, scale);
      if (png.size <= MAX_BRAND_FILE) return png;
    }
  } finally {
    URL.revokeObjectURL(image.src);
  }
}

async function drawAt(image: HTMLImageElement, scale: number): Promise<Blob> {
  // An SVG may have no size of its own.
  const [width, height] = [image.naturalWidth || MAX_SIDE, image.naturalHeight || MAX_SIDE];
  const factor = scale * (image.naturalWidth ? Math.min(1, MAX_SIDE / Math.max(width, height)) : 1);
  const canvas = new OffscreenCanvas(Math.max(1, Math.round(width * factor)), Math.max(1, Math.round(height * factor)));
  const context = canvas.getContext('2d');
  if (!context) throw new DOMException('There is no canvas', 'NotSupportedError');
  context.imageSmoothingQuality = 'high';
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas.convertToBlob({ type: 'image/png' });
}

/** @throws {DOMException} */
export const readBase64 = (content: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).split(',')[1] ?? '');
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(content);
  });
