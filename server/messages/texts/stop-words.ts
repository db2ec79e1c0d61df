/** Replies that end texts, in the languages of the countries where brands deliver. */
const MAX_LENGTH = 160;

/** Spelled the way `plainWords` leaves them, and without the words around them. */
const STOPS = new Set([
  // Those of the gateways, and English.
  ...['stop', 'stopall', 'unsubscribe', 'end', 'quit', 'cancel', 'revoke', 'optout', 'opt out'],
  // Swedish, Norwegian and Danish.
  ...['stopp', 'sluta', 'avsluta', 'slutt', 'avslutt', 'avmeld', 'afmeld', 'stands'],
  // German and Dutch.
  ...['stoppen', 'abmelden', 'aufhoren', 'afmelden'],
  // French, Spanish, Portuguese and Italian.
  ...['arret', 'arreter', 'arretez', 'desabonner', 'baja', 'parar', 'pare', 'alto', 'sair', 'basta', 'annulla'],
  // Polish and Finnish.
  ...['koniec', 'lopeta'],
]);
const STARTS = new Set(['start', 'unstop', 'yes']);

/** They change nothing of what is asked. */
const AROUND = new Set(
  `please pls plz thanks thank you thx now all me my texting messaging sending texts text messages message sms to from
  tack snalla alla meddelanden takk vennligst bitte danke alle nachrichten merci svp gracias por favor mensajes obrigado
  obrigada mensagens grazie dziekuje kiitos`.split(/\s+/),
);
const SIGNATURE =
  /^\s*(?:--|sent (?:from|with|via)\b|get outlook\b|skickat från|sendt fra|von meinem|gesendet von|envoyé|enviado)/i;

/** Lower case letters and digits without accents, as one blank parts them. */
const plainWords = (text: string): string[] =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

/** Null for what is neither, of which a person has to read the words. */
export function readAnswer(text: string): 'stop' | 'start' | null {
  if (text.length > MAX_LENGTH) return null;
  const lines = text.normalize('NFC').split(/[\r\n]+/);
  const signature = lines.findIndex((line, at) => at > 0 && SIGNATURE.test(line));
  const words = plainWords(lines.slice(0, signature < 0 ? undefined : signature).join(' '));
  if (STARTS.has(words.join(' '))) return 'start';
  return STOPS.has(words.filter((word) => !AROUND.has(word)).join(' ')) ? 'stop' : null;
}
