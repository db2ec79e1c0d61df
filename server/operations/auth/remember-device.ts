import { createToken, hashToken } from '../../auth/secrets.ts';
import type { Executor } from '../../database/client.ts';
import { insertKnownDevice, renewKnownDevice } from '../../stores/auth/known-devices.ts';

/** Makes a device known to an account; returns a ticket if it had none. */
export async function rememberDevice(
  executor: Executor,
  userId: string,
  ticket: string | null,
): Promise<{ deviceTicket?: string }> {
  if (ticket !== null && (await renewKnownDevice(executor, { userId, ticketHash: hashToken(ticket) }))) return {};
  const { token, hash } = createToken();
  await insertKnownDevice(executor, { userId, ticketHash: hash });
  return { deviceTicket: token };
}
