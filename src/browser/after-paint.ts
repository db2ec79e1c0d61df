/** Runs `work` once the browser has painted its next frame, so that heavy work does not delay what a touch shows. */
export function afterPaint(work: () => void): void {
  requestAnimationFrame(() => setTimeout(work));
}
