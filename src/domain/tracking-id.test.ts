import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  CROCKFORD,
  checkCharacter,
  composeTrackingId,
  crockford,
  findTrackingId,
  inGroupsOfFour,
  isTrackingId,
  normalizeTrackingId,
  readLabelCode,
  readTrackingCode,
  typedTrackingId,
} from './tracking-id.ts';

const randomBytes = fc.uint8Array({ minLength: 10, maxLength: 16 });
const anyLetter = fc.constantFrom(...CROCKFORD);
const anyTrackingId = fc.tuple(anyLetter, randomBytes).map(([letter, bytes]) => composeTrackingId(letter, bytes));

describe('composing a tracking ID', () => {
  it('takes the brand letter, five bits of each of ten bytes, and a check character', () => {
    const bytes = Uint8Array.of(0, 1, 9, 10, 17, 18, 31, 32, 33, 255, 7);
    expect(composeTrackingId('W', bytes)).toMatch(/^W019AHJZ01Z.$/);
  });

  it('always gives one of twelve characters that is valid and already normal', () => {
    fc.assert(
      fc.property(anyTrackingId, (id) => {
        expect(id).toHaveLength(12);
        expect(isTrackingId(id)).toBe(true);
        expect(normalizeTrackingId(id)).toBe(id);
      }),
    );
  });

  it('keeps the check characters of IDs that are printed on labels', () => {
    expect([checkCharacter('W48207K159X'), checkCharacter('WZZZZZZZZZZ'), checkCharacter('00000000000')]).toEqual([
      '1',
      'T',
      '0',
    ]);
  });

  it('rejects too few random bytes, and what is no digit of ours as a brand letter', () => {
    expect(() => composeTrackingId('W', new Uint8Array(9))).toThrow(RangeError);
    for (const letter of 'wOUÖ ') expect(() => composeTrackingId(letter, new Uint8Array(10))).toThrow(RangeError);
  });
});

describe('the check character', () => {
  const anyPosition = fc.integer({ min: 0, max: 11 });

  it('finds every single wrong character', () => {
    fc.assert(
      fc.property(anyTrackingId, anyPosition, anyLetter, (id, position, letter) => {
        fc.pre(id[position] !== letter);
        expect(isTrackingId(id.slice(0, position) + letter + id.slice(position + 1))).toBe(false);
      }),
      { numRuns: 2000 },
    );
  });

  it('finds every exchange of two different characters, neighbours or not', () => {
    fc.assert(
      fc.property(anyTrackingId, anyPosition, anyPosition, (id, one, other) => {
        const characters = [...id];
        const [first = '', second = ''] = [characters[one], characters[other]];
        fc.pre(first !== second);
        characters[one] = second;
        characters[other] = first;
        expect(isTrackingId(characters.join(''))).toBe(false);
      }),
      { numRuns: 2000 },
    );
  });

  it('matches one body in 32, so a guess without it fails', () => {
    const body = composeTrackingId('W', new Uint8Array(10)).slice(0, -1);
    expect([...CROCKFORD].filter((check) => isTrackingId(body + check))).toEqual([checkCharacter(body)]);
  });

  it.each(['I', 'L', 'O', 'U', 'a', '-', '\0', '😀'])("is not given for '%s'", (character) => {
    expect(() => checkCharacter(`W${character}`)).toThrow(RangeError);
  });
});

describe('what a person types as a tracking ID', () => {
  it.each([
    ['W482–07K1—59X', 'W48207K159X'],
    ['W482\u00a007K1\u200959X', 'W48207K159X'],
    ['#W482.07K1_59X', 'W48207K159X'],
    [']C0W48207K159X', 'W48207K159X'],
    ['\u0002]c1w482 07k1 59x\r', 'W48207K159X'],
    ['Ｗ４８２　０７ｋ１－５９Ｘ', 'W48207K159X'],
    ['W482ー07K1−59X', 'W48207K159X'],
    ['W٤٨٢ ٠٧K۱ 𝟝𝟡X-۲', 'W48207K159X2'],
    ['१२३ ४५६', '123456'],
    ['(W482 07K1 59X).', 'W48207K159X'],
    ['“W48207K159X”。', 'W48207K159X'],
    ['w482-07k1-59x1 – 20.', 'W48207K159X1'],
    ['W482-07K1-59X-1', 'W48207K159X1'],
    ['W48207K159-12', 'W48207K15912'],
    ['', ''],
  ])("%j is read as '%s'", (typed, read) => {
    expect(normalizeTrackingId(typed)).toBe(read);
  });

  it('means the same ID however it is written', () => {
    const written = fc.tuple(
      anyTrackingId,
      fc.array(fc.constantFrom(' ', '-', '−', '\u200b', '\u00ad', '  ', ''), { minLength: 12, maxLength: 12 }),
      fc.array(fc.nat(3), { minLength: 12, maxLength: 12 }),
    );
    const alike: Record<string, string> = { 0: 'oO0o', 1: 'iIlL' };
    fc.assert(
      fc.property(written, ([id, gaps, ways]) => {
        const typed = [...id].map((character, index) => {
          const way = ways[index] ?? 0;
          const twin = alike[character]?.charAt(way) ?? (way % 2 ? character.toLowerCase() : character);
          return gaps[index] + twin;
        });
        expect(normalizeTrackingId(typed.join(''))).toBe(id);
      }),
    );
  });

  it('never throws and stays as it is when read twice', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (typed) => {
        const read = normalizeTrackingId(typed);
        expect(normalizeTrackingId(read)).toBe(read);
        expect(isTrackingId(read)).toBe(
          /^[0-9A-HJKMNP-TV-Z]{12}$/.test(read) && checkCharacter(read.slice(0, 11)) === read[11],
        );
      }),
    );
  });

  it('has twelve characters of the alphabet', () => {
    for (const id of [
      '',
      '00000000000',
      '0000000000000',
      'U00000000000',
      'w00000000000',
      '00000000000\0',
      '０'.repeat(12),
    ])
      expect(isTrackingId(id), id).toBe(false);
    expect(isTrackingId('000000000000')).toBe(true);
  });
});

/** An ID as it is printed, its twin with another check character, and one more. */
const ID = composeTrackingId('W', Uint8Array.of(4, 8, 2, 0, 7, 20, 1, 5, 9, 26));
const WRONG = ID.slice(0, -1) + (ID.endsWith('0') ? '1' : '0');
const OTHER = composeTrackingId('B', Uint8Array.of(9, 9, 9, 0, 0, 0, 10, 11, 12, 13));
const wide = (text: string) =>
  text.replace(/[!-~]/g, (character) => String.fromCharCode(character.charCodeAt(0) + 0xfee0));
const grouped = (id: string, gap = ' ') => inGroupsOfFour(id).join(gap);

describe('what a scanned code says', () => {
  it.each([
    [ID],
    [` ${ID.toLowerCase()}\n`],
    [grouped(ID)],
    [grouped(ID.toLowerCase(), '-')],
    [`https://parcels.example/track/${ID}`],
    [`http://localhost:3000/track/${ID.toLowerCase()}/`],
    [`https://elsewhere.example/en/track/${ID}?detailed=true#top`],
    [`https://parcels.example/invoice/${ID}`],
    [`https://parcels.example/track?a=b&trackingId=${ID}&c=d`],
    [`web+waybill:${ID}`],
    [`WEB+WAYBILL://${ID}/`],
    [`]C1${ID}`],
    [`]Q3https://parcels.example/track/${ID}`],
    [`\u001d${ID}\u0004`],
    [wide(ID)],
    [`(${ID})`],
    [`https://parcels.example/track/${ID}/>`],
    [`https://parcels.example/track/${ID}%3E`],
    [`https://parcels.example/track/${grouped(ID, '%20')}`],
    [`https://parcels.example/track?trackingId=${ID}”`],
    [`${ID}-2`],
    [`${grouped(ID, '-')}-20`],
    [`]C1${ID}-20\r`],
    [wide(`${ID}-3`)],
    [`https://parcels.example/track/${ID}-2?detailed=true`],
  ])('is a tracking ID: %j', (code) => {
    expect(readTrackingCode(code)).toBe(ID);
  });

  it.each([
    [''],
    [WRONG],
    ['000000000000'],
    [`${ID}-0`],
    [`${ID}-02`],
    [`${ID}-21`],
    [`${ID}2`],
    [`${WRONG}-2`],
    ['5901234123457'],
    [`https://parcels.example/track/${WRONG}`],
    ['https://parcels.example/track'],
    [`https://parcels.example/other/${ID}`],
    [`javascript:alert('${ID}')`],
    [`javascript://x/track/${ID}`],
    [`https://parcels.example/track/${ID}/../../logout`],
    [`https://parcels.example/track/${ID} https://evil.example`],
    [`<script>alert('${ID}')</script>`],
    [`parcel ${ID} for you`],
    [`21]C1${ID}`],
    ['/track/'.repeat(600)],
    [`https://${'a/'.repeat(2000)}`],
  ])('is none: %j', (code) => {
    expect(readTrackingCode(code)).toBeNull();
  });

  it.each([
    ['Outlook', 'https://eur01.safelinks.protection.outlook.com/?url=URL&data=05%7C02%7Cada%40example.com%7C'],
    ['Outlook, in a separate text', 'https://nam.safelinks.protection.outlook.com/ap/t-59584e83/?url=URL&data=x'],
    ['Proofpoint 1', 'https://urldefense.proofpoint.com/v1/url?u=URL&k=oIvRg1%2BdGAgOoM1BIlLLqw%3D%3D%0A&r=x'],
    ['Proofpoint 2', 'https://urldefense.proofpoint.com/v2/url?u=PROOFPOINT&d=DwMFaQ&c=euGZstcaTDllvimEN8b7jXr'],
    ['Proofpoint 3', 'https://urldefense.com/v3/__PLAIN__;!!CQl3mcHX2A!HjD1wFUv2r$'],
    ['Proofpoint 3, with its slashes joined', 'https://urldefense.com/v3/__JOINED__;!!CQl3mcHX2A!HjD1wFUv2r$'],
    ['Proofpoint 3, in Europe', 'https://urldefense.eu/v3/__PLAIN__;Kw!!CQl3mcHX2A!HjD1wFUv2r$ '],
    ['Google', 'https://www.google.com/url?q=URL&sa=D&source=gmail&ust=1700000000&usg=AOvVaw'],
    ['Barracuda', 'https://linkprotect.cudasvc.com/url?a=URL&c=E,1,x&typo=1'],
    ['Cisco', 'https://secure-web.cisco.com/1Xy_z-A/URL'],
    ['Trend Micro', 'https://imsva91-ctp.trendmicro.com:443/wis/clicktime/v1/query?url=URL&umid=7&auth=x'],
    ['Symantec', 'https://clicktime.symantec.com/3Ab?u=URL'],
    ['Sophos', 'https://eu-west-1.protection.sophos.com?d=parcels.example&u=BASE64&i=NWY&t=x&h=y&s=z'],
    ['Facebook', 'https://l.facebook.com/l.php?u=URL&h=AT0'],
    ['FireEye', 'https://protect2.fireeye.com/v1/url?k=1-2&q=1&e=3&u=URL'],
    ['two filters', 'https://urldefense.com/v3/__https://eu.safelinks.protection.outlook.com/?url=URL&data=x__;!!A!B$'],
    ['two filters, escaped twice', 'https://eur01.safelinks.protection.outlook.com/?url=TWICE&data=x'],
  ])('is the tracking ID in a link wrapped by %s', (_, wrapper) => {
    for (const link of [
      `https://parcels.example/track/${ID}`,
      `https://my-parcels.example/track/${ID}?detailed=true`,
    ]) {
      const wrapped = wrapper
        .replace('PLAIN', link)
        .replace('JOINED', link.replace('//', '/'))
        .replace('URL', encodeURIComponent(link))
        .replace('TWICE', encodeURIComponent(`https://www.google.com/url?q=${encodeURIComponent(link)}`))
        .replace('BASE64', btoa(link).replaceAll('+', '-').replaceAll('/', '_'))
        .replace(
          'PROOFPOINT',
          link.replace(/[-:?=]/g, (sign) => `-${sign.charCodeAt(0).toString(16).toUpperCase()}`).replaceAll('/', '_'),
        );
      expect(readTrackingCode(wrapped)).toBe(ID);
      expect(findTrackingId(`Your parcel: <${wrapped}>.`)).toBe(ID);
    }
  });

  it.each([
    ['a serial number like ours after a separator', `\u001d21${ID}`],
    ['a link of GS1', `https://id.gs1.org/01/09506000134352/21/${ID}`],
    ['a link of GS1 on a site of ours', `https://parcels.example/01/09506000134352/21/${ID}?17=261122`],
    ['a postal item (S10)', 'RR123456785SE'],
    ['a parcel of UPS', '1Z999AA10123456784'],
    ['a parcel of Amazon', 'TBA123456789012'],
    ['a sorting code with commas', '{"code":"W4820","n":7}'],
  ])('is none in another system’s code: %s', (_, code) => {
    expect(readTrackingCode(code)).toBeNull();
  });

  it('is none in any GS1 code, whatever it identifies', () => {
    const identifier = fc.constantFrom('00', '01', '02', '10', '21', '37', '240', '400', '401', '402', '8003', '8006');
    const value = fc.oneof(anyTrackingId, fc.string({ unit: fc.constantFrom(...CROCKFORD), maxLength: 20 }));
    const ways = fc.constantFrom('human', 'raw', 'scanner');
    fc.assert(
      fc.property(fc.array(fc.tuple(identifier, value), { minLength: 1, maxLength: 3 }), ways, (parts, way) => {
        const raw = parts.map((part) => part.join('')).join('\u001d');
        const human = parts.map(([ai, data]) => `(${ai})${data}`).join('');
        expect(readTrackingCode({ human, raw, scanner: `]C1${raw}` }[way])).toBeNull();
      }),
    );
  });

  it('is nothing but the ID in it, whatever is encoded', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.webUrl({ withFragments: true })), (code) => {
        const id = readTrackingCode(code);
        expect(id === null || isTrackingId(id)).toBe(true);
      }),
    );
  });
});

describe('a tracking ID in a text that was shared', () => {
  it.each([
    ['in groups after a word of four', `It came from ${grouped(ID.toLowerCase())}, said Elin`],
    ['in groups on lines', `Tracking ID\n${grouped(ID, '\u00a0')}\n`],
    ['in quotation marks', `“${ID}”`],
    ['in a link', `See https://parcels.example/track/${ID}?detailed=true for more`],
    ['in a link in brackets', `Shipment (https://parcels.example/track/${ID}).`],
    ['in a link after a title', `Waybill\nhttps://parcels.example/invoice/${ID}`],
    ['in a link of our own kind', `web+waybill:${ID}`],
    ['in a link, before one in plain text', `Not ${OTHER}: https://parcels.example/track/${ID}`],
    ['after one whose check character is wrong', `${WRONG} was a slip of the pen, ${ID} it is`],
    ['after a phone number and an account', `+46 3155 5019 2000, SE45 5000 0000 0583 9825: ${grouped(ID)}`],
    ['before another', `${ID} and ${OTHER}`],
    ['after a word that would make another one of its first groups', 'He says VZR4 968Y 000P', 'VZR4968Y000P'],
    ['in a link before a comma', `https://parcels.example/track/${ID},https://parcels.example/track/${OTHER}`],
    ['in a link of Markdown', `**[Shipment](https://parcels.example/track/${ID})**`],
    ['in a link in angle brackets', `Track<https://parcels.example/track/${ID}>;`],
    ['in a link before a Japanese full stop', `https://parcels.example/track/${ID}。よろしく`],
    ['in a link inside Japanese words', `こちらhttps://parcels.example/track/${ID}をご覧ください`],
    ['in Japanese words', `番号${ID}です`],
    ['in full width', `お問い合わせ番号：${wide(grouped(ID, '　'))}`],
    ['between invisible characters', `No. \u2068${[...ID].join('\u2060')}\u2069`],
    ['as the number of a parcel', `Parcel ${grouped(ID, '-')}-2 is here`],
    ['before a year', `${ID}-2026`],
    ['with a letter for a digit', `It says ${ID.replaceAll('0', 'O')}`],
  ])('is found %s', (_, text, id = ID) => {
    expect(findTrackingId(text)).toBe(id);
  });

  it.each([
    ['words', 'Hello, where is my parcel? It should have come on Friday.'],
    ['an ID with a wrong check character', `Where is ${WRONG}?`],
    ['an ID inside a longer word', `X${ID} ${ID}X é${ID}`],
    ['an ID inside a longer number', `${ID}7`],
    ['the number of a parcel that no shipment has', `Is ${ID}-21 here, or ${ID}-0?`],
    ['numbers', 'Call +46 31 555 0192 or 0046 3155 5019, order 590123412345'],
    ['a link to elsewhere', 'https://evil.example/?next=javascript:alert(1)'],
  ])('is not found in %s', (_, text) => {
    expect(findTrackingId(text)).toBeNull();
  });

  it('is not a word of twelve letters that happens to have the right check character', () => {
    const letters = fc.array(fc.constantFrom(...'abcdefghjkmnpqrstvwxyz'), { minLength: 11, maxLength: 11 });
    fc.assert(
      fc.property(letters, (word) => {
        const whole = word.join('') + checkCharacter(word.join('').toUpperCase()).toLowerCase();
        fc.pre(/^[a-z]+$/.test(whole));
        expect(findTrackingId(`a ${whole} word`)).toBeNull();
      }),
    );
  });

  it('is found anywhere between words', () => {
    const words = fc.array(fc.constantFrom('Ada', 'says', 'über', '—', 'no', '31', '(', 'parcel:', '\n'));
    fc.assert(
      fc.property(words, words, fc.constantFrom('', ' ', '-'), anyTrackingId, (before, after, gap, id) => {
        fc.pre(/^[A-Z]/.test(id));
        expect(findTrackingId([...before, grouped(id, gap), ...after].join(' '))).toBe(id);
      }),
    );
  });

  it('is looked for in long texts too', () => {
    for (const part of ['A', '"', 'aHR0c', 'https://a/?u=https-3A', 'W482-', 'https://a/track/', 'web+waybill:'])
      expect(findTrackingId(part.repeat(20_000)), part).toBeNull();
  });
});

describe('codes as people read them', () => {
  it("stand in groups of four, such as 'W482 07K1 59XQ'", () => {
    const groups = ['W48207K159XQ', '', 'ABC', 'ABCDE'].map(inGroupsOfFour);
    expect(groups).toEqual([['W482', '07K1', '59XQ'], [], ['ABC'], ['ABCD', 'E']]);
  });

  it('use every one of the 32 digits equally often over all bytes', () => {
    const all = crockford(Uint8Array.from({ length: 256 }, (_, byte) => byte));
    for (const digit of CROCKFORD) expect(all.split(digit)).toHaveLength(9);
  });
});

describe('what is typed for a tracking ID', () => {
  it('is the ID in any pasted text', () => {
    fc.assert(
      fc.property(anyTrackingId, (id) => {
        fc.pre(/^[A-Z]/.test(id));
        const groups = inGroupsOfFour(id).join(' ');
        const link = `https://elsewhere.example/track/${id}?detailed=true`;
        for (const text of [
          link,
          groups,
          id.toLowerCase(),
          ` ${id}\n`,
          `Tracking ID: ${groups}`,
          `${'x '.repeat(200)}${id}.`,
        ])
          expect(typedTrackingId(text)).toBe(id);
      }),
    );
  });

  it.each([
    ['W482 07K1 59XR', 'W482 07K1 59XR'],
    ['  nothing like it\n', 'nothing like it'],
    ['https://elsewhere.example/', 'https://elsewhere.example/'],
    ['   ', ''],
    ['x'.repeat(101), 'x'.repeat(100)],
  ])('is otherwise what was typed: %j', (typed, taken) => {
    expect(typedTrackingId(typed)).toBe(taken);
  });
});

describe('which parcel a label is on', () => {
  const trackingId = 'W48207K159X1';
  it.each([
    [trackingId, 1],
    [`${trackingId}-2`, 2],
    [`]C1${trackingId.toLowerCase()}-20`, 20],
    ['W482-07K1-59X-1', 1],
    [`https://a.example/track/${trackingId}`, null],
    [`https://a.example/track/${trackingId}-3?detailed=true`, 3],
  ])('%s', (code, parcel) => {
    expect(readLabelCode(code)).toEqual({ trackingId, parcel });
  });
});
