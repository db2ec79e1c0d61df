import type { Factors } from '../../src/domain/factor.ts';
import type { User } from '../../src/domain/user.ts';
import { needsSecondFactor } from '../base/secrets/second-factor.ts';
import type { Services } from '../context/context.ts';
import { findAuthenticatorUse } from './store/authenticators.ts';
import { findWaitingReset } from './store/factor-resets.ts';
import { listPasskeys } from './store/passkeys.ts';
import { countRecoveryCodes } from './store/recovery-codes.ts';

const iso = (use: { createdAt: Date; lastUsedAt: Date | null }) => ({
  createdAt: use.createdAt.toISOString(),
  lastUsedAt: use.lastUsedAt?.toISOString() ?? null,
});

export async function listFactors({ db, environment }: Services, user: User): Promise<Factors> {
  const [passkeys, app, recoveryCodes, reset] = await Promise.all([
    listPasskeys(db, user.id),
    findAuthenticatorUse(db, user.id),
    countRecoveryCodes(db, user.id),
    findWaitingReset(db, user.id),
  ]);
  return {
    passkeys: passkeys.map(({ id, name, backedUp, ...use }) => ({ id, name, synced: backedUp, ...iso(use) })),
    authenticator: app && iso(app),
    recoveryCodes,
    required: needsSecondFactor(environment, user),
    resetAt: reset?.dueAt.toISOString() ?? null,
  };
}
