/** Runs `work` after the next frame is painted, so that it does not delay what a touch shows. */
export function afterPaint(work: () => void): void {
  requestAnimationFrame(() => setTimeout(work));
}
