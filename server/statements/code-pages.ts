/** Encodings of accounting software, which Node.js only reads. */
const CP437_HIGH =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00A0';
const WINDOWS_1252_HIGH = new TextDecoder('windows-1252').decode(Uint8Array.from({ length: 128 }, (_, at) => at + 128));

const bytesOf = (high: string) => new Map([...high].map((letter, at) => [letter, at + 128]));
const CODE_PAGES = { cp437: bytesOf(CP437_HIGH), 'windows-1252': bytesOf(WINDOWS_1252_HIGH) };

/** A letter that the code page lacks loses its accent, or is a question mark. */
export function encodeText(text: string, codePage: keyof typeof CODE_PAGES): Buffer {
  const high = CODE_PAGES[codePage];
  const byteOf = (letter: string) => {
    const code = letter.codePointAt(0) ?? 0;
    return code < 128 ? code : high.get(letter);
  };
  return Buffer.from(
    Array.from(text.normalize('NFC'), (letter) => byteOf(letter) ?? byteOf(letter.normalize('NFD').charAt(0)) ?? 63),
  );
}
