import { createToken, hashToken } from '../../auth/secrets.ts';
import type { Executor } from '../../database/client.ts';
import { insertKnownDevice, isIssuedTicket } from '../../stores/auth/known-devices.ts';

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
