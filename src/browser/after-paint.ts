/** So that `work` does not delay what a touch shows. */
export function afterPaint(work: () => void): void {
  requestAnimationFrame(() => setTimeout(work));
}
