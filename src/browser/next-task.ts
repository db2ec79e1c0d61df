/**
 * Runs `work` in a separate task, so that the browser can paint or handle a touch before it. By a
 * message, not a timer: timers wait longer in a page that is not in front.
 */
export function inNextTask(work: () => void): void {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => {
    port1.close();
    work();
  };
  port2.postMessage(null);
}
