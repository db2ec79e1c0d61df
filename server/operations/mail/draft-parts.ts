import type { User } from '../../../src/domain/user.ts';
import type { Services } from '../../context/context.ts';
import type { Executor } from '../../database/client.ts';
import { type MailContent, supportAddress } from '../../mail/letter.ts';
import type { StoredMail } from '../../stores/mail/mails.ts';
import { findUser } from '../../stores/users/users.ts';

export interface Dependencies extends Pick<Services, 'secrets' | 'environment'> {
  db: Executor;
}

export const MASKED_SECRET = '*'.repeat(12);

/** Only the sent email may contain the secret. */
export interface MailDraft {
  render(secret: string): MailContent;
  /** The code or a new token; empty without either. */
  secret(): string | Promise<string>;
}

/** Drafts an email without a secret. */
export const withoutSecret = (content: MailContent): MailDraft => ({ render: () => content, secret: () => '' });

export type MailOf<Kind extends StoredMail['kind']> = StoredMail & { kind: Kind };

/** Links to our configured address, never a request's host. */
export const linkTo = ({ environment }: Dependencies, path: string) => new URL(path, environment.PUBLIC_URL).href;

/** Says what emails need of the site. */
export const siteOf = ({ environment }: Dependencies) => ({
  name: environment.SITE_NAME,
  support: supportAddress(environment),
  timeZone: environment.TIME_ZONE,
});

/** Finds a mail's user; null if deleted or at another address. */
export async function findReceiver(
  dependencies: Dependencies,
  userId: string,
  { receiver }: StoredMail,
): Promise<User | null> {
  const user = await findUser(dependencies.db, userId);
  return user?.email === receiver ? user : null;
}
