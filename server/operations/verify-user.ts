import type { Services } from '../context.ts';
import type { Transaction } from '../database/client.ts';
import { Refusal } from '../errors.ts';
import { closeOneTimeTokens, consumeOneTimeToken } from '../stores/one-time-tokens.ts';
import { linkShipmentsByEmail } from '../stores/shipments.ts';
import { findUser, markVerified } from '../stores/users.ts';
import { inUnitOfWork } from '../unit-of-work.ts';

/**
 * Verifies an account with a link's token (auth.verify), once. Throws BAD_REQUEST for a link that is used, expired or
 * was made for something else. Source: specification section 4, 'Verification'.
 */
export async function verifyWithToken(services: Services, token: string, requestId: string): Promise<void> {
  await inUnitOfWork({ services, actor: null, procedure: 'auth.verify', requestId }, async ({ tx }) => {
    const userId = await consumeOneTimeToken(tx, 'verify', token);
    if (!userId) {
      throw new Refusal('BAD_REQUEST', 'This link was used already or has expired. Request a new one.', {
        guess: true,
      });
    }
    await becomeVerified(tx, userId);
    await closeOneTimeTokens(tx, 'verify', userId);
  });
}

/**
 * Marks an address as verified, and links every shipment that carries it to the account: only where no account is
 * linked yet. Source: product decision 3, 'Automatic ownership'.
 */
export async function becomeVerified(tx: Transaction, userId: string): Promise<void> {
  await markVerified(tx, userId);
  const user = await findUser(tx, userId);
  if (user) await linkShipmentsByEmail(tx, user);
}
