import { and, isNull } from 'drizzle-orm';
import type { Environment } from '../base/config/env.ts';
import type { Executor } from '../base/database/client.ts';
import { users } from '../base/database/tables/users.ts';
import { verifyPassword } from '../base/secrets/passwords.ts';
import { anyOf } from '../base/sql/lists.ts';
import { PASSWORD, PEOPLE } from './demo-stories.ts';

/** Says which people of the demo anybody can log in as, where the server is no demo; null if none. */
export async function findPublicPasswords(
  executor: Executor,
  { NODE_ENV, SMTP_URL }: Pick<Environment, 'NODE_ENV' | 'SMTP_URL'>,
): Promise<string | null> {
  if (NODE_ENV !== 'production' && !SMTP_URL) return null;
  const addresses = Object.values(PEOPLE).map(({ email }) => email);
  const people = await executor
    .select({ email: users.email, passwordHash: users.passwordHash })
    .from(users)
    .where(and(anyOf(users.email, addresses), isNull(users.deletedAt), isNull(users.deactivatedRoles)));
  const open: string[] = [];
  for (const { email, passwordHash } of people)
    if (passwordHash && (await verifyPassword(passwordHash, PASSWORD))) open.push(email);
  return open.length > 0
    ? `These accounts still have the demo’s public password: ${open.toSorted().join(', ')}.`
    : null;
}
