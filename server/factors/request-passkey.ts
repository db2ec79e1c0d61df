import { and, eq, isNull } from 'drizzle-orm';
import type { PasskeyRequest, PasskeyResponse } from '../../src/domain/passkey.ts';
import type { Executor } from '../base/database/client.ts';
import { passkeys } from '../base/database/tables/factors.ts';
import { users } from '../base/database/tables/users.ts';
import { UserError } from '../base/errors/errors.ts';
import { checkPasskey, relyingPartyOf } from '../base/secrets/passkeys.ts';
import type { Services } from '../context/context.ts';
import { consumeChallenge, insertChallenge, type PasskeyPurpose } from './store/passkey-challenges.ts';
import { listKnownPasskeys, type PasskeyRow } from './store/passkeys.ts';

type Purpose = Exclude<PasskeyPurpose, 'add'>;

export async function requestPasskey(
  { db, environment }: Services,
  asked: { purpose: Purpose; userId: string | null },
): Promise<PasskeyRequest> {
  const allow = asked.userId === null ? [] : await listKnownPasskeys(db, asked.userId);
  return { challenge: await insertChallenge(db, asked), rpId: relyingPartyOf(environment).id, allow };
}

/** The same for every reason: it is nobody's to know. */
export const rejectedPasskey = (): UserError =>
  new UserError('BAD_REQUEST', 'This passkey was not accepted. Try again, or log in another way.', { guess: true });

export const userHandleOf = (userId: string): string =>
  Buffer.from(userId.replaceAll('-', ''), 'hex').toString('base64url');

async function findPasskey(executor: Executor, credentialId: string): Promise<PasskeyRow | null> {
  const [row] = await executor
    .select({ passkey: passkeys })
    .from(passkeys)
    .innerJoin(users, eq(users.id, passkeys.userId))
    .where(and(eq(passkeys.credentialId, credentialId), isNull(users.deletedAt)));
  return row?.passkey ?? null;
}

/** Checks a passkey's answer, and uses up its challenge even if it is wrong. @throws BAD_REQUEST */
export async function readPasskeyResponse(
  { db, environment }: Services,
  response: PasskeyResponse,
  { purpose, userId }: { purpose: Purpose; userId: string | null },
): Promise<PasskeyRow> {
  const passkey = await findPasskey(db, response.credentialId);
  const isOther =
    !passkey ||
    (userId !== null && passkey.userId !== userId) ||
    (response.userHandle !== undefined && response.userHandle !== userHandleOf(passkey.userId));
  if (isOther) throw rejectedPasskey();
  const used = await checkPasskey(environment, passkey, response, (challenge) =>
    consumeChallenge(db, { challenge, purpose, userId }),
  );
  if (!used) throw rejectedPasskey();
  return { ...passkey, ...used };
}
