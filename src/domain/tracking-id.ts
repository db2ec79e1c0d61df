/**
 * An ID is a brand letter, ten random characters and a check character. Tracking pages load this
 * first, so it has no valibot.
 */

import { withPlainDigits } from './digits.ts';

/** I, L, O and U are easily confused. */
export const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
export const TRACKING_ID_LENGTH = 12;
export const TRACKING_ID_RANDOM_LENGTH = 10;
/** Labels of the second and later parcels end with their number: `-2`. */
export const MAX_PARCELS = 20;

const SCANNER_PREFIX = /^[^\p{L}\p{N}\]]*\][a-z]\d/iu;
const AROUND = /^[^\p{L}\p{N}]+|(?<![^\p{L}\p{N}])[^\p{L}\p{N}]+$/gu;

/** It changes full-width letters and half-width katakana. */
export const withUsualWidth = (text: string): string =>
  text.replace(/[\uff01-\uffee]+/g, (run) => run.normalize('NFKC'));

/** Some keyboards have other digits. */
const withUsualSigns = (text: string) => withPlainDigits(withUsualWidth(text));

/** `-2` for the second parcel, up to `MAX_PARCELS`. */
const PARCEL_SUFFIX = /[\p{Pd}−ー][\s\p{Cf}]*([1-9]|1\d|20)[^\p{L}\p{N}]*$/u;

/** Reads O as 0, I and L as 1, and drops a parcel’s number. Validate with `isTrackingId`. */
export const normalizeTrackingId = (typed: string): string => splitLabel(typed).trackingId;

function splitLabel(typed: string): LabelCode {
  const text = withUsualSigns(typed).replace(SCANNER_PREFIX, '').toUpperCase();
  const suffix = PARCEL_SUFFIX.exec(text);
  const shipment = withoutSeparators(text.slice(0, suffix?.index));
  // Otherwise the dash only groups: `W482-07K1-59X-1`.
  if (!suffix || shipment.length !== TRACKING_ID_LENGTH) return { trackingId: withoutSeparators(text), parcel: null };
  return { trackingId: shipment, parcel: Number(suffix[1]) };
}

function withoutSeparators(text: string): string {
  return text
    .replace(/[\s\p{Cf}\p{Pd}−ー_.#]+/gu, '')
    .replace(AROUND, '')
    .replace(/O/g, '0')
    .replace(/[IL]/g, '1');
}

export function checkCharacter(body: string): string {
  let sum = 0;
  for (const character of body) {
    const digit = CROCKFORD.indexOf(character);
    if (digit < 0) throw new RangeError('Not a Crockford base-32 character');
    sum = timesGenerator(sum ^ digit);
  }
  return CROCKFORD.charAt(sum);
}

/** In GF(2)[x] / (x^5 + x^2 + 1). */
function timesGenerator(element: number): number {
  const shifted = element << 1;
  return shifted & 0b100000 ? shifted ^ 0b100101 : shifted;
}

export function isTrackingId(text: string): boolean {
  if (text.length !== TRACKING_ID_LENGTH) return false;
  for (const character of text) if (!CROCKFORD.includes(character)) return false;
  return checkCharacter(text.slice(0, -1)) === text.at(-1);
}

/** @throws {RangeError} on fewer, or an invalid brand letter. */
export function composeTrackingId(brandLetter: string, random: Uint8Array): string {
  if (random.length < TRACKING_ID_RANDOM_LENGTH) throw new RangeError('Ten random bytes are needed');
  const body = brandLetter + crockford(random.subarray(0, TRACKING_ID_RANDOM_LENGTH));
  return body + checkCharacter(body);
}

export const TEST_TRACKING_PREFIX = 'TEST';

export const isTestTrackingId = (text: string) => text.startsWith(TEST_TRACKING_PREFIX) && isTrackingId(text);

export function composeTestTrackingId(random: Uint8Array): string {
  const body = TEST_TRACKING_PREFIX + crockford(random).slice(0, TRACKING_ID_LENGTH - 1 - TEST_TRACKING_PREFIX.length);
  return body + checkCharacter(body);
}

/** Five bits of each byte. */
export function crockford(random: Uint8Array): string {
  return Array.from(random, (byte) => CROCKFORD.charAt(byte & 31)).join('');
}

const LINK =
  /^(?:https?:\/{1,2}[^\s/?#]+(?:\/[^\s/?#]+)*?\/(?:track|invoice)\/|https?:\/{1,2}[^\s?#]+\/track\/?\?(?:[^\s#]*&)?trackingId=|web\+waybill:\/*)([0-9a-z](?:[-_. ‐-―]?[0-9a-z])*)(?:\/?[?&#]\S*|[^0-9a-z\s/]\S*|\/?[^0-9a-z\s/]*)$/i;
export const MAX_LINK_LENGTH = 4_096;
const MAX_WRAPPERS = 3;

/** Mail filters and chats wrap links. */
function linksIn(text: string): string[] {
  const versions = [text];
  for (let wrappers = 0; wrappers < MAX_WRAPPERS; wrappers += 1) versions.push(unwrap(versions.at(-1) ?? ''));
  return versions.flatMap((version) =>
    Array.from(version.matchAll(/(?:https?|web\+waybill):/gi), ({ index }) => version.slice(index)).slice(0, 5),
  );
}

const unwrap = (link: string) =>
  link
    .replace(/([?&]u=https?-3A)([^&]*)/i, (_, start: string, rest: string) => fromProofpoint(start + rest))
    .replace(/(?<=[=/])aHR0c[\w+/-]+/, fromBase64)
    .replace(/%([2-7][\da-f])/gi, fromHex);
const fromProofpoint = (link: string) => link.replaceAll('_', '/').replace(/-([2-7][\dA-F])/g, fromHex);
declare function atob(text: string): string;
/** `atob` rejects an extra character. */
const fromBase64 = (text: string) =>
  atob(
    text
      .slice(0, text.length % 4 === 1 ? -1 : undefined)
      .replaceAll('-', '+')
      .replaceAll('_', '/'),
  );
const fromHex = (_: string, code: string) => String.fromCharCode(Number.parseInt(code, 16));

const WORD =
  /(?<![\p{Script=Latin}\p{M}\p{N}])(?=([a-z][0-9a-z]{3}([\s\p{Pd}−ー.]?)[0-9a-z]{4}\2[0-9a-z]{4})(?![\p{Script=Latin}\p{M}\p{N}]|[\p{Pd}−ー](?:0\d?|2[1-9]|[3-9]\d)(?!\d)))/giu;

/** `parcel` is null if every label of the shipment has this code. */
export interface LabelCode {
  trackingId: string;
  parcel: number | null;
}

export const readTrackingCode = (code: string): string | null => readLabelCode(code)?.trackingId ?? null;

/** Reads a code of any host. */
export function readLabelCode(code: string): LabelCode | null {
  if (code.length > MAX_LINK_LENGTH) return null;
  const text = withUsualSigns(code).replace(/(?<![\s\p{Cc}])[\s\p{Cc}]+$/u, '');
  const links = linksIn(text).flatMap((link) => LINK.exec(link)?.[1] ?? []);
  const [bare, ...linked] = [code, ...links].map(splitLabel);
  const isLabel = ({ trackingId }: LabelCode) => /^[A-Z]/.test(trackingId) && isTrackingId(trackingId);
  // The first label has no number.
  if (bare && isLabel(bare)) return { ...bare, parcel: bare.parcel ?? 1 };
  return linked.find(isLabel) ?? null;
}

/** One word in 32 has a valid check character, so it must also look like an ID. */
export function findTrackingId(shared: string): string | null {
  const text = withUsualSigns(shared);
  const links = text.split(/[\s<>"'()[\]{}“”„«»「」『』【】《》]+/).filter((part) => /:./.test(part));
  const words = Array.from(text.replace(/(?<!\S)\][a-z]\d/gi, ' ').matchAll(WORD), ([, word = '']) => word);
  const likely = words.filter(
    (word) => word === word.toUpperCase() || (/\d/.test(word) && word === word.toLowerCase()),
  );
  for (const candidate of [text, ...links, ...likely]) {
    const id = readTrackingCode(candidate);
    if (id) return id;
  }
  return null;
}

const MAX_TYPED = 100;

/** Returns the trimmed text where it has none. */
export function typedTrackingId(text: string): string {
  return findTrackingId(text) ?? text.trim().slice(0, MAX_TYPED);
}

/** Returns `W482 07K1 59XQ` in four parts. */
export function inGroupsOfFour(code: string): string[] {
  return code.match(/.{1,4}/gu) ?? [];
}
