/** Draws on white, since a JPEG has no transparency. @throws {DOMException} */
export function drawScaled(
  source: CanvasImageSource,
  { width, height }: { width: number; height: number },
  maxSide: number,
): OffscreenCanvas {
  const scale = Math.min(1, maxSide / Math.max(width, height));
  const canvas = new OffscreenCanvas(Math.round(width * scale) || 1, Math.round(height * scale) || 1);
  const context = canvas.getContext('2d');
  if (!context) throw new DOMException('There is no canvas', 'NotSupportedError');
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(source, 0, 0, canvas.width, canvas.height);
  return canvas;
}
