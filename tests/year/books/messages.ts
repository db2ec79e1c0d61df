/** People get no message twice within an hour, and none once they have stopped them. */
import { expect } from 'vitest';
import type { World } from '../world.ts';

export function readMessages({ inbox, stopped }: World): void {
  const last = new Map<string, string>();
  for (const { to, kind, shipmentId, text } of inbox) {
    if (shipmentId === undefined) continue;
    const about = `${to} ${shipmentId}`;
    // What the business does takes seconds here, so an hour never passes.
    expect(last.get(about), `${kind} came to ${to} twice in a row`).not.toBe(text);
    last.set(about, text);
  }
  for (const { to, shipmentId, had } of stopped) {
    const later = inbox.slice(had).filter((mail) => mail.to === to && mail.shipmentId === shipmentId && mail.stopLink);
    expect(
      later.map(({ kind, text }) => [kind, text]),
      `what ${to} still gets about ${shipmentId}`,
    ).toEqual([]);
  }
}
