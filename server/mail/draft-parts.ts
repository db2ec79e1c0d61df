import { LEGAL_NAMES, LEGAL_WORDS } from '../../src/domain/legal-terms.ts';
import { paths } from '../../src/domain/paths.ts';
import { rolesOf } from '../../src/domain/roles.ts';
import { DEFAULT_COLOURS } from '../../src/domain/settings/brand-palette.ts';
import type { User } from '../../src/domain/user.ts';
import { MAIL_LOGO } from '../base/config/brand.ts';
import type { Executor } from '../base/database/client.ts';
import type { Services } from '../context/context.ts';
import { findUser } from '../people/store/users.ts';
import type { ShipmentRow } from '../shipments/store/shipments.ts';
import { greeting, type MailContent, type Site } from './letters/letter.ts';
import type { AboutCode, ParcelLetter, ParcelRow } from './letters/shipment-mails.ts';
import type { Attachment } from './letters/transport.ts';
import type { StoredMail } from './store/mails.ts';

export interface Dependencies extends Pick<Services, 'secrets' | 'environment' | 'brand'> {
  db: Executor;
}

export const MASKED_SECRET = '*'.repeat(12);

type AboutParcel = AboutCode & { hasLabel: boolean; disputeLink: string };

export interface ParcelNews {
  shipment: ShipmentRow;
  about: Omit<AboutParcel, 'code' | 'hasLabel' | 'link' | 'disputeLink' | 'also'>;
  /** Encrypted; null if its reader has none. */
  code: Buffer | null;
  write(about: AboutParcel): ParcelLetter;
  /** Its reader has something to decide. */
  isAsking: boolean;
}

/** Only the sent email may contain the secret. */
export interface MailDraft {
  render(secret: string, extras?: { hasAttachment?: boolean; also?: readonly string[] }): MailContent;
  /** Null if it can’t be drawn. */
  attachment?(services: Services): Promise<Attachment | null>;
  /** The code or a new token; empty without either. */
  secret(): string | Promise<string>;
  news?: ParcelNews;
}

export const withoutSecret = (content: MailContent): MailDraft => ({ render: () => content, secret: () => '' });

export type MailOf<Kind extends StoredMail['kind']> = StoredMail & { kind: Kind };

export type HiddenRow = Omit<ParcelRow, 'link' | 'code'> & { hidden: Buffer | null; saysCode?: boolean };

export function draftRows<Row extends HiddenRow>(
  dependencies: Dependencies,
  rows: readonly Row[],
  write: (rows: (Omit<Row, 'hidden' | 'saysCode'> & ParcelRow)[], also: readonly string[]) => MailContent,
): MailDraft {
  return {
    render(secret, { also = [] } = {}) {
      const codes = secret === MASKED_SECRET ? rows.map(() => secret) : secret.split(',');
      const shown = rows.map(({ hidden, saysCode, ...row }, index) => {
        const code = hidden && (codes[index] ?? '');
        const link = linkToParcel(dependencies, row.trackingId, code);
        return { ...row, link, ...(saysCode && code && { code }) };
      });
      return write(shown, also);
    },
    secret: () => rows.map(({ hidden }) => (hidden ? dependencies.secrets.decryptCode(hidden) : '')).join(','),
  };
}

/** Returns null if the mail is no longer needed. */
export type Drafts<Kind extends StoredMail['kind']> = {
  [One in Kind]: (dependencies: Dependencies, mail: MailOf<One>) => Promise<MailDraft | null>;
};

export const linkToParcel = (
  dependencies: Pick<Dependencies, 'environment'>,
  trackingId: string,
  code: string | null,
  search: { view?: 'code' | 'dispute' } = {},
) =>
  linkTo(
    dependencies,
    code ? paths.trackedShipmentWithCode(trackingId, code, search) : paths.trackedShipment(trackingId),
  );

/** Links to our configured address, never a request's host. */
export const linkTo = ({ environment }: Pick<Dependencies, 'environment'>, path: string) =>
  new URL(path, environment.PUBLIC_URL).href;

export function siteOf(dependencies: Pick<Dependencies, 'environment' | 'brand'>): Site {
  const { site, colours, pictures, legal } = dependencies.brand;
  const { MAIL_ABOVE: above, MAIL_BELOW: below } = dependencies.environment;
  const { signal, 'on-signal': on } = (colours ?? DEFAULT_COLOURS).light;
  return {
    ...site,
    above,
    below,
    accent: { colour: signal, on },
    logo: pictures.logo ? linkTo(dependencies, MAIL_LOGO) : null,
    legal: LEGAL_NAMES.filter((name) => legal[name]).map((name) => ({
      label: LEGAL_WORDS[name].link,
      link: linkTo(dependencies, paths[name]),
    })),
  };
}

/** Anyone can register any name. A shop’s is read whole. */
export function greet(user: User): string {
  const names = rolesOf(user).includes('shipper') ? [user.firstName, user.lastName] : [user.firstName];
  return greeting(user.verified ? names.filter(Boolean).join(' ') : '');
}

export async function findReceiver(
  dependencies: Dependencies,
  userId: string,
  { receiver }: Pick<StoredMail, 'receiver'>,
): Promise<User | null> {
  const user = await findUser(dependencies.db, userId);
  return user?.email === receiver ? user : null;
}
