/** One email tells the same news of one door’s parcels, or is a digest. */
import { counted } from '../../src/domain/figures.ts';
import { isShared } from '../../src/domain/mail.ts';
import { formatMoney } from '../../src/domain/money.ts';
import { paths } from '../../src/domain/paths.ts';
import { statusLabel } from '../../src/domain/shipment-status.ts';
import type { ShipmentRow } from '../shipments/store/shipments.ts';
import { draftMail } from './draft-mail.ts';
import {
  type Dependencies,
  draftRows,
  type HiddenRow,
  linkTo,
  type MailDraft,
  type ParcelNews,
  siteOf,
} from './draft-parts.ts';
import { parcelMail, shopNewsMail } from './letters/shipment-mails.ts';
import { listSummary } from './shipment-mails.ts';
import type { StoredMail } from './store/mails.ts';

/** Null: there is no longer a reason to send them. */
export interface Gathered {
  mails: [StoredMail, ...StoredMail[]];
  draft: MailDraft | null;
}

const MOST_ROWS = 100;

interface Drafted {
  mail: StoredMail;
  draft: MailDraft | null;
}

export async function gatherMails(dependencies: Dependencies, mails: readonly StoredMail[]): Promise<Gathered[]> {
  const isDigest = mails.length > 1 && mails[0]?.digestAt;
  const drafted: Drafted[] = [];
  // The newest say where a parcel is by now.
  const looked = isDigest ? mails.toReversed().slice(0, MOST_ROWS) : mails;
  for (const mail of looked) drafted.push({ mail, draft: await draftMail(dependencies, mail) });
  if (isDigest) return gatherDigest(dependencies, drafted, mails.toReversed().slice(MOST_ROWS));
  const groups = Map.groupBy(drafted, keyOf);
  return [...groups].map(([key, group]) => gatherDoor(dependencies, group, key !== NOTHING));
}

const NOTHING = 'nothing';
const MANY = { link: '', disputeLink: '', code: '', hasLabel: false, also: [], trackingId: '', isMany: true };

/** Mails that somebody sends again are sent. */
function isOvertaken({ kind, about, deliveries }: StoredMail, { status }: ShipmentRow): boolean {
  if (deliveries > 1) return false;
  if ('status' in about) return about.status !== status;
  const isComing = kind === 'shipment-created' && about.party === 'receiver';
  const isTried = kind === 'delivery-attempted' || kind === 'delivery-corrected';
  return (isComing || isTried) && (status === 'delivered' || status === 'cancelled');
}

/** Parcels of which the same is said have the same key. */
function keyOf({ mail, draft }: Drafted): string {
  const news = draft?.news;
  if (!draft || (news && isOvertaken(mail, news.shipment))) return NOTHING;
  if (!news || !isShared(mail.kind)) return mail.id;
  const { about, shipment, write } = news;
  const { headline, what, paragraphs, facts = [] } = write({ ...about, ...MANY, description: '', other: '' });
  const told = facts.filter(([name]) => name !== 'Time');
  return JSON.stringify([about.party, about.name, shipment.shipTo.toLowerCase(), headline, what, paragraphs, told]);
}

function gatherDoor(dependencies: Dependencies, group: readonly Drafted[], isTrue: boolean): Gathered {
  const mails = group.map(({ mail }) => mail) as Gathered['mails'];
  // Only the latest is news of a parcel that went out twice.
  const told = [
    ...new Map(group.flatMap(({ draft }) => (draft?.news ? [[draft.news.shipment.id, draft.news]] : []))).values(),
  ];
  const [news] = told;
  if (!isTrue) return { mails, draft: null };
  if (!news || told.length === 1) return { mails, draft: group.at(-1)?.draft ?? null };
  return { mails, draft: draftDoor(dependencies, [news, ...told.slice(1)], mails[0].kind === 'shipment-created') };
}

function draftDoor(
  dependencies: Dependencies,
  all: readonly [ParcelNews, ...ParcelNews[]],
  saysCode: boolean,
): MailDraft {
  const [first] = all;
  const others = new Set(all.map(({ about }) => about.other));
  const { promise } = first.about;
  const toPay = all.reduce((sum, { about }) => sum + (about.promise?.toPay ?? 0), 0);
  const about = {
    ...first.about,
    ...MANY,
    link: linkTo(dependencies, paths.track()),
    description: counted(all.length, 'parcel'),
    other:
      others.size > 1
        ? `${others.size} ${first.about.party === 'sender' ? 'receivers' : 'senders'}`
        : first.about.other,
    ...(promise && {
      promise: { ...promise, toPay, needsCode: all.some((one) => one.about.promise?.needsCode) },
    }),
  };
  const each = all.map((one) => one.write({ ...one.about, ...MANY }));
  const letter = first.write(about);
  const sum = each.reduce((total, one) => total + (one.sum ?? 0), 0);
  if (sum > 0) letter.facts = [['Total', formatMoney(sum, siteOf(dependencies).currency)], ...(letter.facts ?? [])];
  const rows = all.map((one, at): HiddenRow => {
    const { trackingId, description, promise: own } = one.about;
    const what = each[at]?.ofEach;
    return { trackingId, description, hidden: one.code, saysCode, toPay: own?.toPay ?? 0, ...(what && { what }) };
  });
  return draftRows(dependencies, rows, (shown, also) =>
    parcelMail(siteOf(dependencies), { ...about, also }, letter, shown),
  );
}

/** What came before is no news to a shop. */
async function gatherDigest(
  dependencies: Dependencies,
  drafted: readonly Drafted[],
  rest: readonly StoredMail[],
): Promise<Gathered[]> {
  const rows = new Map<string, HiddenRow & { what: string }>();
  let name = '';
  const apart: Gathered[] = [];
  const told: StoredMail[] = [];
  for (const { mail, draft } of drafted) {
    const found = draft && (await rowsOf(dependencies, mail, draft));
    // Such as the label of a return.
    if (!found) apart.push({ mails: [mail], draft: draft ?? null });
    else {
      told.push(mail);
      name ||= draft.news?.about.name ?? '';
      for (const row of found) {
        const known = rows.get(row.trackingId);
        rows.set(row.trackingId, { ...(known ?? row), saysCode: Boolean(known?.saysCode || row.saysCode) });
      }
    }
  }
  const shown = [...rows.values()];
  const parcelOf = ({ about }: StoredMail) => ('shipmentId' in about ? about.shipmentId : '');
  const named = new Set(told.map(parcelOf));
  const more = new Set(rest.map(parcelOf).filter((id) => !named.has(id))).size;
  const draft = draftRows(dependencies, shown, (own, also) =>
    shopNewsMail(siteOf(dependencies), { name, rows: own, more, also, link: linkTo(dependencies, paths.shipping()) }),
  );
  const [first, ...others] = [...told, ...rest];
  return first ? [...apart, { mails: [first, ...others], draft }] : apart;
}

type DigestRow = HiddenRow & { what: string };

/** A shop knows its orders by its own reference. */
const nameOf = ({ reference, description }: ShipmentRow) => [reference, description].filter(Boolean).join(', ');

async function rowsOf(dependencies: Dependencies, mail: StoredMail, { news }: MailDraft): Promise<DigestRow[] | null> {
  if (mail.kind === 'status-summary') {
    const rows = await listSummary(dependencies, mail);
    return (
      rows?.map(({ status, other, description, ...row }) => ({
        ...row,
        description: `${description} to ${other}`,
        what: statusLabel(status),
      })) ?? null
    );
  }
  if (!news) return null;
  const { trackingId, other, party } = news.about;
  const { what } = news.write({ ...news.about, ...MANY, isMany: false });
  return [
    {
      trackingId,
      what,
      hidden: news.code,
      toPay: 0,
      saysCode: mail.kind === 'shipment-created',
      description: `${nameOf(news.shipment)} ${party === 'sender' ? 'to' : 'from'} ${other}`,
    },
  ];
}
