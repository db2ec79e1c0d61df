import { readFile as readFileOf } from 'node:fs/promises';
import { zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { asNordeaBatch, asPending, asRabobank, asSparkasse } from '../../tests/support/bank-statements.ts';
import { UserError } from '../base/errors/errors.ts';
import { readStatement } from './read-bank-file.ts';

const RF = 'RF18539007547034';
const OTHER = 'RF03123456789012';
const read = async (file: string | Buffer) => readStatement(Buffer.from(file), 'EUR').entries;
const refusal = (file: string | Buffer) => {
  try {
    readStatement(Buffer.from(file), 'EUR');
    return 'read';
  } catch (error) {
    return error instanceof UserError ? error.fieldErrors?.file?.[0] : String(error);
  }
};

describe('a bank statement', () => {
  it('is read in the versions and ways of several banks', async () => {
    expect(await read(asRabobank({ amount: '8.85', ref: RF }))).toMatchObject([
      {
        account: 'DE89370400440532013000',
        bookedOn: '2026-11-26',
        amountCents: 885n,
        name: 'J. de Vries',
        reference: RF,
      },
    ]);
    const line = { amount: '148.2', id: 'X1', text: 'Zoll rf18 5390 0754 7034 danke' };
    expect(await read(asSparkasse(line))).toMatchObject([
      { bookedOn: '2026-11-26', amountCents: 14820n, name: 'Jörg Müller', text: line.text, reference: RF },
    ]);
    const batch = asNordeaBatch('20.00', { amount: '12.00', id: 'A', ref: RF }, { amount: '8', id: 'B' });
    expect(await read(batch)).toMatchObject([
      { amountCents: 1200n, name: 'Åsa Öberg', reference: RF },
      { amountCents: 800n, reference: null },
    ]);
    const paid = { amount: '5', out: true, endToEnd: '0198C5F0000070008000000000000D5A' } as const;
    expect(await read(asSparkasse(paid))).toMatchObject([
      { amountCents: -500n, name: 'Ada Lovelace', reference: paid.endToEnd.toLowerCase(), isReturn: false },
    ]);
    const without = asRabobank({ amount: '1' }).replace(/<BookgDt>.*?<\/BookgDt>/, '');
    expect(await read(without)).toMatchObject([{ bookedOn: '2026-11-27' }]);
    expect(readStatement(Buffer.from(asPending()), 'EUR')).toMatchObject({
      entries: [],
      left: { pending: { count: 1 }, currency: { count: 1 } },
    });
  });

  it('is of its period’s or balance’s day where its entries have none', async () => {
    const none = asRabobank({ amount: '1' }).replace(/<BookgDt>.*?<\/ValDt>/s, '');
    const closing = none.replace('<Cd>OPBD</Cd>', '<Cd>CLBD</Cd>');
    const period = closing.replace(
      /(?=<Bal>)/,
      '<FrToDt><FrDtTm>2026-11-25T00:00:00</FrDtTm><ToDtTm>2026-11-25T23:59:59</ToDtTm></FrToDt>',
    );
    // The last was made on the 27th, and says so in its header alone.
    expect(await Promise.all([period, closing].map(async (file) => (await read(file))[0]?.bookedOn))).toEqual([
      ...['2026-11-25', '2026-11-26'],
    ]);
    expect(readStatement(Buffer.from(none), 'EUR').left).toMatchObject({ odd: { count: 1 } });
  });

  it('names who sends a payment back, whichever way its bank writes the parties', async () => {
    const back = asSparkasse({ amount: '7', account: 'SE3550000000054910000003' }).replace(
      '</RltdPties>',
      '</RltdPties><RtrInf><Rsn><Cd>AC04</Cd></Rsn><AddtlInf>Account closed</AddtlInf></RtrInf>',
    );
    const asPaid = back
      .replace('<Nm>Jörg Müller</Nm>', '<Nm>North Parcels</Nm>')
      .replace('SE3550000000054910000003', 'DE89370400440532013000')
      .replace('<Cdtr><Pty><Nm>North Parcels</Nm>', '<Cdtr><Pty><Nm>Jörg Müller</Nm>');
    for (const file of [back, asPaid])
      expect(await read(file)).toMatchObject([{ name: 'Jörg Müller', text: 'Account closed', isReturn: true }]);
  });

  it('says nothing where a bank says that it has no text, or no name', async () => {
    const file = asSparkasse({ amount: '7', text: '?REJECT?0', name: 'NOTPROVIDED' });
    expect(await read(file)).toMatchObject([{ name: '', text: 'GUTSCHR. UEBERWEISUNG' }]);
  });

  it('leaves out what is booked only by a word of the bank’s own for not yet', () => {
    const file = asRabobank({ amount: '7' }).replace('<Sts>BOOK</Sts>', '<Sts><Prtry>EXPECTED</Prtry></Sts>');
    expect(readStatement(Buffer.from(file), 'EUR')).toMatchObject({ entries: [], left: { pending: { count: 1 } } });
  });

  it('splits no batch with a part of nothing', async () => {
    const batch = asNordeaBatch('20.00', { amount: '20.00', id: 'A' }, { amount: '0', id: 'B' });
    expect(await read(batch)).toMatchObject([{ amountCents: 2000n }]);
  });

  it('splits no batch whose parts are not the whole, and guesses no reference', async () => {
    const batch = asNordeaBatch('21.00', { amount: '12.00', id: 'A', ref: RF }, { amount: '8', id: 'B' });
    expect(await read(batch)).toMatchObject([{ amountCents: 2100n, reference: null }]);
    const referenceOf = async (text: string) => (await read(asSparkasse({ amount: '1', text })))[0]?.reference;
    expect(await referenceOf(`${RF} and ${OTHER}`)).toBeNull();
    expect(await referenceOf('RF17539007547034')).toBeNull();
    expect(await referenceOf('RF18 5390\n0754 7034')).toBe(RF);
  });
});

describe('a file as banks write it', () => {
  const DAY = '2026-11-26';
  const readFile = async (name: string) =>
    readStatement(await readFileOf(new URL(`../../tests/server/bank-files/${name}`, import.meta.url)), 'EUR');

  it.each([
    ['c01-zero-padded-amounts.xml', { amountCents: 5296n, reference: 'RF64094866366356' }],
    ['c04a-rf-padded-to-25.xml', { reference: 'RF32787262981836' }],
    ['c04e-rf-in-document-number.xml', { reference: 'RF25992197456924' }],
    [
      'c04f-rf-in-entry-info-beside-text.xml',
      { text: 'Tack\nInsättning RF37900451495561', reference: 'RF37900451495561' },
    ],
    ['c05-no-status.xml', { amountCents: 4410n, reference: 'RF06319353675174' }],
    ['c05b-no-status-no-day.xml', { amountCents: 4411n, bookedOn: '2026-11-27' }],
    ['c07a-declared-utf8.xml', { text: 'Grüße' }],
    ['c07b-windows-1250.xml', { name: 'Šárka' }],
    ['c07c-spaces-around-equals.xml', { text: 'Grüße' }],
    ['c08a-ultimate-debtor-only.xml', { name: 'Ultimate Payer' }],
    ['c08b-debtor-is-a-bank.xml', { name: 'Test Bank AG' }],
    [
      'c24-payment-taken-back.xml',
      { amountCents: -6280n, name: 'Recall Payer', reference: 'RF47675885191195', isReturn: true },
    ],
  ])('%s says %o', async (name, said) => {
    const { entries, left, isReencoded } = await readFile(name);
    expect(entries).toMatchObject([{ bookedOn: DAY, ...said }]);
    expect([left, isReencoded]).toEqual([{}, false]);
  });

  it('is read in its own letters although it names others, which is said', async () => {
    const { entries, isReencoded } = await readFile('c07d-says-utf8-is-latin1.xml');
    expect(entries).toMatchObject([{ text: 'Grüße' }]);
    expect(isReencoded).toBe(true);
  });

  it('of several in a zip is read whole', async () => {
    const { entries } = await readFile('c03-zip-of-two.zip');
    expect(entries).toMatchObject([
      { amountCents: 1100n, name: 'Zip B' },
      { amountCents: 1000n, name: 'Zip A' },
    ]);
  });

  it('has its odd entry named, and the others read', async () => {
    const { entries, left } = await readFile('c02-five-decimals.xml');
    expect(entries).toMatchObject([{ amountCents: 1250n, name: 'Five A' }]);
    expect(left).toEqual({ odd: { count: 1, first: ['12.12345 EUR, 2026-11-26, Five B'] } });
  });

  it('has its entries of nothing counted', async () => {
    const { entries, left } = await readFile('c14-zero-entry.xml');
    expect(entries).toMatchObject([{ amountCents: 730n }]);
    expect(left).toMatchObject({ zero: { count: 1 } });
  });

  it.each([
    ['Rf18-5390.0754/7034', RF],
    ['RF18 539O O754 7O34', RF],
    ['RF1B53900754703A', null],
    [`Danke${RF}Max`, RF],
    ['RF18000000000539007547034', RF],
  ])('with %s names %s', (written, reference) => {
    const { entries } = readStatement(Buffer.from(asSparkasse({ amount: '1', text: written })), 'EUR');
    expect(entries).toMatchObject([{ reference }]);
  });

  it('in another currency is said', () => {
    const { entries, left } = readStatement(Buffer.from(asRabobank({ amount: '8.85' })), 'SEK');
    expect([entries, left]).toEqual([[], { currency: { count: 1, first: ['8.85 EUR, 2026-11-26, J. de Vries'] } }]);
  });
});

describe('a hostile file', () => {
  const laughs = `<!DOCTYPE lolz [<!ENTITY lol "lol">${[1, 2, 3, 4, 5, 6, 7, 8, 9]
    .map((n) => `<!ENTITY lol${n} "${`&lol${n === 1 ? '' : n - 1};`.repeat(10)}">`)
    .join('')}]><lolz>&lol9;</lolz>`;
  const secret = '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><Document>&x;</Document>';
  const whole = asRabobank({ amount: '1' });
  const tagged = (attributeOf: (at: number) => string) =>
    whole.replace('<Stmt>', `<Stmt ${Array.from({ length: 1_000 }, (_, at) => attributeOf(at)).join(' ')}>`);
  const ATTRIBUTES = 'This file is damaged: a tag has too many attributes.';
  const TAGS = 'This file has too many tags. Export fewer days.';
  const TEXT = 'This file is damaged: a text in it is too long.';
  const DTD = 'This file declares a document type, which bank statements don’t.';
  it.each([
    ['entities by the billion', laughs, DTD],
    ['an entity that reads a file', secret, DTD],
    ['a DTD elsewhere', whole.replace('<Document', '<!doctype html><Document'), DTD],
    ['an entity without a DTD', whole.replace('J. de Vries', '&x;'), 'This file is damaged: it is not valid XML.'],
    ['half a file', whole.slice(0, 900), 'This file is damaged: it is not valid XML.'],
    ['no XML', 'date;amount', 'This file is damaged: it is not valid XML.'],
    ['nothing', '', 'This file is damaged: it is not valid XML.'],
    ['a web page', '<html xmlns="http://www.w3.org/1999/xhtml"/>', 'This is not a bank statement in camt.053.'],
    [
      'another message',
      whole.replace('camt.053', 'camt.054'),
      'This file is camt.054. Choose a statement in camt.053.',
    ],
    [
      'deep tags',
      whole.replace('<Stmt>', `<Stmt>${'<a>'.repeat(1e6)}`),
      'This file is damaged: it is nested too deeply.',
    ],
    ['attributes by the thousand', tagged((at) => `a${at}=""`), ATTRIBUTES],
    ['namespaces by the thousand', tagged((at) => `xmlns:a${at}="b"`), ATTRIBUTES],
    ['tags by the million', whole.replace('<Stmt>', `<Stmt>${'<a/>'.repeat(1e6)}`), TAGS],
    ['a text without an end', whole.replace('Vries', 'Vries'.repeat(100_000)), TEXT],
    ['a name without an end', whole.replace('<Stmt>', `<Stmt><${'a'.repeat(500_000)}/>`), TEXT],
    ['a value without an end', tagged((at) => (at ? '' : `a="${'a'.repeat(500_000)}"`)), TEXT],
    ['a comment without an end', whole.replace('<Stmt>', `<Stmt><!--${'a'.repeat(500_000)}-->`), TEXT],
  ])('with %s is refused', (_name, file, sentence) => {
    expect(refusal(file)).toBe(sentence);
  });

  it('in an archive is bounded by what it unpacks to', () => {
    const bomb = zipSync({ 'a.xml': new Uint8Array(60_000_000) });
    expect(refusal(Buffer.from(bomb))).toBe(
      'This archive holds too much. Unpack it, and choose its XML files one by one.',
    );
    expect(refusal(Buffer.from(zipSync({ 'a.txt': new Uint8Array(1) })))).toBe('This archive has no XML file.');
    const damaged = Buffer.from(zipSync({ 'a.xml': Buffer.from(whole) })).subarray(0, 200);
    expect(refusal(damaged)).toBe('This archive is damaged. Unpack it, and choose its XML files.');
  });

  it('may have long texts and many spaces', () => {
    const spaced = whole.replace('Vries', 'Vries'.repeat(10_000)).replace('<Stmt>', `${' '.repeat(40_000)}<Stmt>`);
    expect(refusal(spaced)).toBe('read');
    // The line break after the last tag is a separate slice.
    expect(refusal(`${whole.padEnd(64 * 1024)}\n`)).toBe('read');
  });

  it('has at most ten thousand payments', () => {
    const many = asRabobank(...Array.from({ length: 10_001 }, () => ({ amount: '1' })));
    expect(refusal(many)).toBe('This statement has more than 10,000 payments. Export fewer days.');
  });
});
