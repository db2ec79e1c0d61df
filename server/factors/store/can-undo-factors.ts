import { NOT_ME_LIFE } from '../../../src/domain/own-account.ts';
import type { User } from '../../../src/domain/user.ts';
import type { Environment } from '../../base/config/env.ts';
import type { Executor } from '../../base/database/client.ts';
import { needsSecondFactor } from '../../base/secrets/second-factor.ts';
import { hasFactorOlderThan } from './factors.ts';

/**
 * Whether *This was not me* removes the factors of the last 7 days. Not if an account that needs one has no older one:
 * an email alone would open it.
 */
export async function canUndoFactors(executor: Executor, environment: Environment, user: User): Promise<boolean> {
  return !needsSecondFactor(environment, user) || (await hasFactorOlderThan(executor, user.id, NOT_ME_LIFE));
}
