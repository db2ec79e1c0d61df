import type { Services } from '../../context/context.ts';
import { internationalNumber } from '../../sms/international-number.ts';
import { setStopped } from '../../stores/messages/sms.ts';

/** Keeps a STOP or START for the number. Returns what to answer; null to nothing we know. */
export async function answerText(
  { db, secrets, brand }: Services,
  { number, asked }: { number: string; asked: 'stop' | 'start' | null },
): Promise<string | null> {
  // Some gateways leave the + out; all name their country’s code.
  const sender = internationalNumber(number.replace(/^(?=[1-9])/, '+'), '');
  if (sender === null || asked === null) return null;
  await setStopped(db, secrets.hashAddress(sender), asked === 'stop');
  return asked === 'stop'
    ? `${brand.site.name}: You get no more texts from us. Reply START to get them again.`
    : `${brand.site.name}: You get texts about your parcels again. Reply STOP to end them.`;
}
