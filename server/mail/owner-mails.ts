import { NOT_ME_LIFE } from '../../src/domain/own-account.ts';
import { paths } from '../../src/domain/paths.ts';
import type { User } from '../../src/domain/user.ts';
import { findUser } from '../people/store/users.ts';
import { createLinkToken } from './create-link-token.ts';
import {
  type Dependencies,
  findReceiver,
  greet,
  linkTo,
  type MailDraft,
  siteOf,
  withoutSecret,
} from './draft-parts.ts';
import { composeMail, type Letter, type Site } from './letters/letter.ts';
import { formatTime } from './letters/shipment-mails.ts';

interface Facts<About> {
  dependencies: Dependencies;
  about: About;
  receiver: string;
  user: User;
  site: Site;
  link(path: string): string;
  when(time: string | Date): string;
}

type Write<About, Written> = (facts: Facts<About>) => Written | null | Promise<Written | null | undefined>;

type OwnerMail<About> = { receiver: string; about: About };

function factsOf<About>(dependencies: Dependencies, { receiver, about }: OwnerMail<About>, user: User): Facts<About> {
  const site = siteOf(dependencies);
  return {
    dependencies,
    about,
    receiver,
    user,
    site,
    link: (path) => linkTo(dependencies, path),
    when: (time) => formatTime(site, new Date(time)),
  };
}

/** This mail has no secret. */
export const noticeMail =
  <About extends { userId: string }>(write: Write<About, Omit<Letter, 'greeting'>>) =>
  async (dependencies: Dependencies, mail: OwnerMail<About>): Promise<MailDraft | null> => {
    const user = await findReceiver(dependencies, mail.about.userId, mail);
    const letter = user && (await write(factsOf(dependencies, mail, user)));
    if (!letter) return null;
    return withoutSecret(composeMail(siteOf(dependencies), { ...letter, greeting: greet(user) }));
  };

const DAY = 24 * 60 * 60 * 1000;

/** `effect`: what the link does besides. */
type EventLetter = Pick<Letter, 'subject' | 'paragraphs' | 'facts'> & { effect?: string };

/** About what has happened to an account, with the link that shuts everyone out. */
export const eventMail =
  <About extends { userId: string }>(
    write: Write<About, EventLetter>,
    { isToFormer = false }: { isToFormer?: boolean } = {},
  ) =>
  async (dependencies: Dependencies, mail: OwnerMail<About>): Promise<MailDraft | null> => {
    const user = await findUser(dependencies.db, mail.about.userId);
    const isReceiver = isToFormer || user?.email === mail.receiver;
    const written = user && isReceiver && (await write(factsOf(dependencies, mail, user)));
    if (!written) return null;
    const { effect = '', ...letter } = written;
    const link = { purpose: 'not-me', userId: user.id, email: mail.receiver, life: NOT_ME_LIFE } as const;
    return {
      render: (token) =>
        composeMail(siteOf(dependencies), {
          ...letter,
          greeting: greet(user),
          paragraphs: [
            ...letter.paragraphs,
            `If this was you, you don’t need to do anything. If it wasn’t, open the link. It ${effect}logs everyone out and lets you choose a new password.`,
          ],
          action: { label: 'This was not me', link: linkTo(dependencies, paths.notMe({ token })) },
          closing: `The link works once, for ${NOT_ME_LIFE / DAY} days.`,
        }),
      secret: () => createLinkToken(dependencies, link),
    };
  };
