import type { Executor } from '../base/database/client.ts';
import { createToken, hashToken } from '../base/secrets/secrets.ts';
import { insertKnownDevice, isIssuedTicket } from './store/known-devices.ts';

export async function rememberDevice(
  executor: Executor,
  userId: string,
  ticket: string | null,
): Promise<{ deviceTicket?: string; isNew: boolean }> {
  const ticketHash = ticket === null ? null : hashToken(ticket);
  if (ticketHash !== null && (await isIssuedTicket(executor, ticketHash)))
    return { isNew: await insertKnownDevice(executor, { userId, ticketHash }) };
  const { token, hash } = createToken();
  return { isNew: await insertKnownDevice(executor, { userId, ticketHash: hash }), deviceTicket: token };
}
