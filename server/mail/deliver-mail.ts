import { setTimeout as sleep } from 'node:timers/promises';
import { isShared, SHIPMENT_MAIL_KINDS } from '../../src/domain/mail.ts';
import { isTransientError } from '../base/errors/transient-errors.ts';
import type { Services } from '../context/context.ts';
import { LATER, MAIL_QUEUE } from '../jobs/queues.ts';
import { stopLinkOf } from '../messages/stop-emails.ts';
import { draftMail } from './draft-mail.ts';
import { MASKED_SECRET } from './draft-parts.ts';
import { type Gathered, gatherMails } from './gather-mails.ts';
import { formatMailFailure, isPermanentFailure } from './letters/failure.ts';
import type { MailTransport } from './letters/transport.ts';
import { type Delivery, markMailAttempt, markMailsDropped, markMailsSent } from './store/mail-deliveries.ts';
import { claimHeldMails, findMail, type StoredMail, takeOutOfDigest, takeTogether } from './store/mails.ts';

/** How many held-back mails a digest lists. */
const MAX_LISTED = 20;
/** Clocks differ. */
const EARLY_MS = 30_000;
/** Longer than a cluster needs to choose a primary, and shorter than a job may be without a sign of life. */
const NOTE_MS = 45_000;
const NOTE_AGAIN_MS = 500;

/**
 * Sends a mail at least once, under one Message-ID, with others that say the same of more parcels. Inserts secrets.
 * @throws Transport errors, for the queue to retry.
 */
export async function deliverMail(services: Services, transport: MailTransport, delivery: Delivery): Promise<void> {
  const mail = await findMail(services.db, delivery.mailId);
  if (!mail || mail.deliveries !== delivery.number) return;
  const mails = await takeMails(services, mail);
  if (mails.length === 0) return;
  try {
    const gathered = await gatherMails(services, mails);
    for (const one of gathered)
      await send(services, transport, one, delivery.number).catch((error) =>
        noteRejected(services, one, delivery, error),
      );
  } catch (error) {
    await markMailAttempt(services.db, delivery, { reason: formatMailFailure(error) });
    throw error;
  }
}

/** What the mail server rejects for good keeps nothing else back. */
async function noteRejected({ db }: Services, { mails }: Gathered, delivery: Delivery, error: unknown): Promise<void> {
  if (!isPermanentFailure(error)) throw error;
  await markMailAttempt(db, delivery, { reason: formatMailFailure(error), rejected: mails.map(({ id }) => id) });
}

/** Lists the mails to send now, in the order of events; none if another email or a digest says it. */
async function takeMails(services: Services, mail: StoredMail): Promise<StoredMail[]> {
  const isOfParcel = 'shipmentId' in mail.about;
  if (mail.deliveries > 1 || !(mail.digestAt || isShared(mail.kind) || isOfParcel))
    return mail.state === 'queued' ? [mail] : [];
  if (mail.state === 'queued' && mail.digestAt && mail.digestAt.getTime() > Date.now() + EARLY_MS) {
    const draft = await draftMail(services, mail);
    if (draft && !draft.news?.isAsking) {
      await waitForDigest(services, mail, mail.digestAt);
      return [];
    }
    await takeOutOfDigest(services.db, mail.id);
    mail.digestAt = null;
  }
  // biome-ignore lint/plugin/server: no change of anybody’s, only who sends it
  return services.writes.transaction((tx) => takeTogether(tx, mail));
}

async function waitForDigest({ jobs, writes }: Services, { id: mailId }: StoredMail, at: Date): Promise<void> {
  const startAfter = Math.ceil((at.getTime() - Date.now()) / 1000);
  const job = { data: { mailId, number: 1 }, priority: LATER, startAfter };
  // biome-ignore lint/plugin/server: no change of anybody’s, only a job for later
  await writes.transaction((tx) => jobs.sendMany(tx, MAIL_QUEUE, [job]));
}

async function send(
  services: Services,
  transport: MailTransport,
  { mails, draft }: Gathered,
  number: number,
): Promise<void> {
  const [mail, ...others] = mails;
  const ids = [mail.id, ...others.map(({ id }) => id)] as const;
  if (!draft) return markMailsDropped(services.db, ids);
  const id = number === 1 ? mail.id : `${mail.id}.${number}`;
  const attachment = (await draft.attachment?.(services)) ?? null;
  const extras = { hasAttachment: attachment !== null, also: await readHeldBack(services, mail) };
  const content = draft.render(await draft.secret(), extras);
  await transport.send({
    id,
    to: mail.receiver,
    conversation: others.length > 0 ? undefined : conversationOf(mail),
    isAutomatic: mail.kind !== 'message',
    stopLink: stopLinkOf(services, mail),
    attachments: attachment ? [attachment] : [],
    ...content,
  });
  const text = draft.render(MASKED_SECRET, extras);
  await noteSent(() => markMailsSent(services.db, ids, { number, ...text }));
}

/** Waits for another primary: an email that the mail server has taken would be sent again until it is noted. */
async function noteSent(note: () => Promise<void>): Promise<void> {
  for (const until = performance.now() + NOTE_MS; ; await sleep(NOTE_AGAIN_MS, undefined, { ref: false })) {
    try {
      return await note();
    } catch (error) {
      if (performance.now() > until || !isTransientError(error)) throw error;
    }
  }
}

/** The subjects of the emails that were held back on the day, one each. */
async function readHeldBack(services: Services, mail: StoredMail): Promise<string[]> {
  if (!SHIPMENT_MAIL_KINDS.includes(mail.kind)) return [];
  const held = await claimHeldMails(services.db, mail);
  const drafts = await Promise.all(held.slice(0, MAX_LISTED).map((one) => draftMail(services, one)));
  const subjects = drafts.flatMap((draft) => draft?.render(MASKED_SECRET).subject ?? []);
  return held.length > MAX_LISTED ? [...subjects, `and ${held.length - MAX_LISTED} more`] : subjects;
}

function conversationOf({ about }: StoredMail): string | undefined {
  if ('shipmentId' in about) return `shipment-${about.shipmentId}`;
  if ('transactionId' in about) return `withdrawal-${about.transactionId}`;
  return undefined;
}
