import type { Executor } from '../base/database/client.ts';
import { findUser } from '../people/store/users.ts';
import { getSender } from './create-own-shipment.ts';

/** The address of the profile, on one line; empty without one. */
export async function getOwnAddress(executor: Executor, userId: string): Promise<string> {
  const user = await findUser(executor, userId);
  if (!user?.address || !user.city) return '';
  const { country } = await getSender(executor, userId);
  return [user.address, user.city, user.state, country].filter(Boolean).join(', ');
}
