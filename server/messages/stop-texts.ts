import { and, desc, eq, gt, sql } from 'drizzle-orm';
import type { Executor } from '../base/database/client.ts';
import { sms } from '../base/database/tables/messages/messages.ts';
import { internationalNumber } from '../base/phone-numbers/international-number.ts';
import { inQuery } from '../base/sql/lists.ts';
import type { Services } from '../context/context.ts';
import { setStopped } from './store/sms.ts';
import { readAnswer } from './texts/stop-words.ts';

const MAX_REPLY = 500;

/** Keeps what people answered with the newest text to their number, whose retention it shares. */
async function noteReply(executor: Executor, number: string, words: string): Promise<void> {
  const line = words
    .slice(0, MAX_REPLY)
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim();
  if (line === '') return;
  const newest = executor
    .select({ id: sms.id })
    .from(sms)
    .where(and(eq(sms.number, number), gt(sms.attempts, 0)))
    .orderBy(desc(sms.createdAt), desc(sms.id))
    .limit(1);
  await executor
    .update(sms)
    .set({ reply: sql`left(concat_ws(' / ', ${sms.reply}, ${line}::text), ${MAX_REPLY}::integer)` })
    .where(inQuery(sms.id, newest));
}

/**
 * Keeps a STOP or START for the number, and other words for a manager to read. Returns the reply; null if the words are
 * unclear or were answered already: two machines would go on without end.
 */
export async function answerText(
  { db, secrets, brand }: Services,
  { number, words }: { number: string; words: string },
): Promise<string | null> {
  // Some gateways leave the + out; all name their country’s code.
  const sender = internationalNumber(number.replace(/^(?=[1-9])/, '+'), '');
  if (sender === null) return null;
  const asked = readAnswer(words);
  if (asked === null) {
    await noteReply(db, sender, words);
    return null;
  }
  const isNews = await setStopped(db, secrets.hashAddress(sender), asked === 'stop');
  if (!isNews) return null;
  return asked === 'start'
    ? `${brand.site.name}: You get texts about your parcels again. Reply STOP to end them.`
    : `${brand.site.name}: You get no more texts from us. Reply START to get them again.`;
}
