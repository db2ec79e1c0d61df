/** Timers wait longer in a hidden page. */
export function inNextTask(work: () => void): void {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => {
    port1.close();
    work();
  };
  port2.postMessage(null);
}

export function afterPaint(work: () => void): void {
  requestAnimationFrame(() => setTimeout(work));
}
