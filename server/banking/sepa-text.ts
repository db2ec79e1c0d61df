/**
 * The EPC’s tables of letters (EPC217-08) by language, in small letters: capitals are spelled alike, so that Θ is TH.
 * The accents of all others are left out first, as in those tables.
 */
const LATIN = 'æ a œ o ø o ß s đ d ħ h ı i ł l þ th ð d ŋ n ĸ k ŧ t ĳ ij ŀ l ŉ n ſ s';
const GREEK = 'α a β v γ g δ d ε e ζ z η i θ th ι i κ k λ l μ m ν n ξ x ο o π p ρ r ς s σ s τ t υ y φ f χ ch ψ ps ω o';
/** The tables have Bulgarian. Letters of other alphabets are read as their countries’ passports spell them. */
const BULGARIAN =
  'а a б b в v г g д d е e ж zh з z и i й y к k л l м m н n о o п p р r с s т t у u ф f х h ц ts ч ch ш sh щ sht ъ a ь y ю yu я ya';
const CYRILLIC = 'ё e ы y э e є ie і i ї i ґ g ў u ј j љ lj њ nj ђ dj ћ c џ dz ѓ gj ќ kj ѕ dz';
const SIGNS = "& + _ - – - — - ~ - ’ ' ‘ ' ` ' \" ' “ ' ” ' „ ' @ (at) ; , [ ( ] ) { ( } ) \\ / | / € E";

const TABLE = new Map<string, string>();
for (const table of [LATIN, GREEK, BULGARIAN, CYRILLIC, SIGNS]) {
  const words = table.split(' ');
  for (let at = 0; at < words.length; at += 2) TABLE.set(words[at] ?? '', words[at + 1] ?? '');
}

const isPlain = (letter: string) => /[A-Za-z0-9 \-?:().,'+/]/.test(letter);
const withoutAccents = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '');

/** Й is a separate letter, though it is written as И with an accent. */
function spell(letter: string): string {
  const small = letter.toLowerCase();
  const plain = withoutAccents(letter);
  const spelled = TABLE.get(small) ?? TABLE.get(plain.toLowerCase());
  if (spelled !== undefined) return small === letter ? spelled : spelled.toUpperCase();
  return [...plain].map((one) => (isPlain(one) ? one : /\s/.test(one) ? ' ' : '.')).join('');
}

/** Uses only letters that each bank in SEPA takes, without slashes where references may not have them. */
export const sepaText = (text: string, length: number): string =>
  [...text.normalize('NFC')]
    .map(spell)
    .join('')
    .replace(/\/{2,}/g, '/')
    .replace(/^\/|\/$/g, '')
    .slice(0, length)
    .trim();
