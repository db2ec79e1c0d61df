import type { User } from '../../../src/domain/user.ts';
import type { Services } from '../../context/context.ts';
import type { Executor } from '../../database/client.ts';
import type { MailContent } from '../../mail/letter.ts';
import type { StoredMail } from '../../stores/mail/mails.ts';
import { findUser } from '../../stores/users/users.ts';

export interface Dependencies extends Pick<Services, 'secrets' | 'environment'> {
  db: Executor;
}

/** Replaces a private code or a link's token for readers who must not see it. */
export const MASKED_SECRET = '*'.repeat(12);

/** A mail worth sending, without the code or token that only the sent email may contain. */
export interface MailDraft {
  render(secret: string): MailContent;
  /** The code, or a newly created token; empty if the mail needs neither. */
  secret(): string | Promise<string>;
}

/** A draft of an email that contains no secret. */
export const withoutSecret = (content: MailContent): MailDraft => ({ render: () => content, secret: () => '' });

export type MailOf<Kind extends StoredMail['kind']> = StoredMail & { kind: Kind };

/** Links use the configured address, never the host that a request claims. */
export const linkTo = ({ environment }: Dependencies, path: string) => new URL(path, environment.PUBLIC_URL).href;

/** What the texts of emails need to know about the site. */
export const siteOf = ({ environment }: Dependencies) => ({
  name: environment.SITE_NAME,
  support: `support@${environment.SITE_DOMAIN}`,
  timeZone: environment.TIME_ZONE,
});

/** The user that a mail is for, unless deleted or no longer at this address. */
export async function findReceiver(
  dependencies: Dependencies,
  userId: string,
  { receiver }: StoredMail,
): Promise<User | null> {
  const user = await findUser(dependencies.db, userId);
  return user?.email === receiver ? user : null;
}
