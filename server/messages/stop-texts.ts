import { internationalNumber } from '../base/phone-numbers/international-number.ts';
import type { Services } from '../context/context.ts';
import { noteReply, setStopped } from './store/sms.ts';
import { readAnswer } from './texts/stop-words.ts';

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
