/**
 * Tracking IDs: 12 characters, one brand letter, ten random Crockford base-32 characters (50 bits) and one check
 * character. Shown in groups of four. No valibot here: the tracking pages load this module before anything else.
 */

/** Crockford's base-32 digits: no I, L, O or U, so that a person reading one aloud cannot go wrong. */
export const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
export const TRACKING_ID_LENGTH = 12;
export const TRACKING_ID_RANDOM_LENGTH = 10;

/**
 * What a person typed, as the ID it means: upper case, no spaces or hyphens, O read as 0, I and L as 1.
 * Never throws; what is no ID comes back as the nearest text and fails `isTrackingId`.
 */
export function normalizeTrackingId(typed: string): string {
  return typed
    .toUpperCase()
    .replace(/[\s\-‐‑‒–—_.#]+/g, '')
    .replace(/O/g, '0')
    .replace(/[IL]/g, '1');
}

/**
 * The check character of a body, a weighted sum over the field of 32 elements (weights are powers of a generator):
 * every single wrong character and every exchange of two characters changes it.
 */
export function checkCharacter(body: string): string {
  let sum = 0;
  for (const character of body) {
    const digit = CROCKFORD.indexOf(character);
    if (digit < 0) throw new RangeError('Not a Crockford base-32 character');
    sum = timesGenerator(sum ^ digit);
  }
  return CROCKFORD.charAt(sum);
}

/** Multiplication by x in GF(2)[x] / (x^5 + x^2 + 1), whose x generates all 31 non-zero elements. */
function timesGenerator(element: number): number {
  const shifted = element << 1;
  return shifted & 0b100000 ? shifted ^ 0b100101 : shifted;
}

/** Whether a normalized text is a well-formed tracking ID with the right check character. Says nothing of its existence. */
export function isTrackingId(text: string): boolean {
  if (text.length !== TRACKING_ID_LENGTH) return false;
  for (const character of text) if (!CROCKFORD.includes(character)) return false;
  return checkCharacter(text.slice(0, -1)) === text.at(-1);
}

/**
 * A tracking ID from the brand letter and random bytes (at least ten; five bits of each are used, so none is likelier).
 * Throws RangeError on too few bytes or a brand letter outside Crockford's alphabet.
 */
export function composeTrackingId(brandLetter: string, random: Uint8Array): string {
  if (random.length < TRACKING_ID_RANDOM_LENGTH) throw new RangeError('Ten random bytes are needed');
  const body = brandLetter + crockford(random.subarray(0, TRACKING_ID_RANDOM_LENGTH));
  return body + checkCharacter(body);
}

/** Random bytes as Crockford characters, five bits of each byte. */
export function crockford(random: Uint8Array): string {
  return Array.from(random, (byte) => CROCKFORD.charAt(byte & 31)).join('');
}

/** A link to a shipment, on whatever host, or one of our own kind (`web+waybill:`); the part that names the shipment. */
const LINK =
  /^(?:https?:\/\/[^\s/?#]+(?:\/[^\s/?#]+)*?\/(?:track|invoice)\/|https?:\/\/[^\s?#]+\/track\/?\?(?:[^\s#]*&)?trackingId=|web\+waybill:\/*)([^\s/?&#]+)\/?(?:[?&#]\S*)?$/i;

/** Twelve characters that begin with a letter as brands do, alone or in groups of four; tried at the start of each word. */
const WORD = /(?<![\p{L}\p{N}])(?=([a-z][0-9a-z]{3}([\s\-‐‑‒–—.]?)[0-9a-z]{4}\2[0-9a-z]{4})(?![\p{L}\p{N}]))/giu;

/**
 * The tracking ID that a scanned code says: the ID itself, however it is written, or a link to the shipment, whose host does
 * not matter since nothing of it is opened. Null where the code says anything else.
 */
export function readTrackingCode(code: string): string | null {
  const text = code.trim();
  const id = normalizeTrackingId(LINK.exec(text)?.[1] ?? text);
  return /^[A-Z]/.test(id) && isTrackingId(id) ? id : null;
}

/**
 * The first tracking ID in a text that somebody shared, or null: what a code would say, else a link, else a word or three
 * groups of four. The check character decides which of them is one. Since it lets one word in 32 pass, a word has to look
 * like an ID as well: capitals only, or small letters only with a digit among them.
 */
export function findTrackingId(text: string): string | null {
  const links = text.split(/[\s<>"'()]+/).filter((part) => /:./.test(part));
  const words = Array.from(text.matchAll(WORD), ([, word = '']) => word);
  const likely = words.filter(
    (word) => word === word.toUpperCase() || (/\d/.test(word) && word === word.toLowerCase()),
  );
  for (const candidate of [text, ...links, ...likely]) {
    const id = readTrackingCode(candidate.replace(/[.,;:!?]+$/, ''));
    if (id) return id;
  }
  return null;
}

/** The longest question about a shipment. */
const MAXIMUM_TYPED = 100;

/** What somebody typed or pasted for a tracking ID: the ID in it, else all of it, without spaces around it. */
export function typedTrackingId(text: string): string {
  return findTrackingId(text) ?? text.trim().slice(0, MAXIMUM_TYPED);
}

/** Groups of four, as people read an ID or a private code: `W482 07K1 59XQ`. */
export function inGroupsOfFour(code: string): string[] {
  return code.match(/.{1,4}/gu) ?? [];
}
