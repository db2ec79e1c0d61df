/** Accounting software imports SIE 4I (Sweden), DATEV’s booking batch (Germany) and CSV. */
import type { BookColumn } from '../../src/domain/csv-columns.ts';
import type { BookExportFacts, BookFormat } from '../../src/domain/statements/book-export.ts';
import { accountsOf, formatNumber, type JournalAccount } from '../../src/domain/statements/statement.ts';
import { type CsvCell, formatCsvLines } from '../base/csv/write-csv.ts';
import { encodeText } from './code-pages.ts';
import type { BookExportRow, BookLine } from './store/book-exports.ts';

interface BookWriter {
  head: (file: BookExportRow) => string;
  line: (file: BookExportRow, line: BookLine) => string;
  encode: (text: string) => Buffer;
  contentType: string;
  problem: (numbers: readonly string[]) => string | null;
}

const compact = (day: string) => day.replaceAll('-', '');
const inUnits = (cents: bigint, point = '.') => {
  const digits = String(cents < 0n ? -cents : cents).padStart(3, '0');
  return `${cents < 0n ? '-' : ''}${digits.slice(0, -2)}${point}${digits.slice(-2)}`;
};
const numberOf = ({ facts }: BookExportRow, account: JournalAccount) => facts.accounts[account] ?? account;
const documentOf = ({ document }: BookLine) => (document ? formatNumber(document) : '');
const textOf = (line: BookLine) => [documentOf(line), line.reason].filter(Boolean).join(' ');
const plain = (text: string) => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();

/** Quoted as SIE has it, where a backslash could hide the last quotation mark. */
const sieText = (text: string) => `"${plain(text).replaceAll('\\', '/').replaceAll('"', '\\"')}"`;

/** Several of ours may have one number. */
function namesOf(accounts: BookExportFacts['accounts']): [number: string, names: string][] {
  const names = new Map<string, string[]>();
  for (const [name, number] of Object.entries(accounts)) names.set(number, [...(names.get(number) ?? []), name]);
  return [...names].map(([number, some]) => [number, some.join(', ')]);
}

const sie: BookWriter = {
  contentType: 'application/octet-stream',
  encode: (text) => encodeText(text, 'cp437'),
  problem: (numbers) =>
    numbers.every((number) => /^\d+$/.test(number)) ? null : 'SIE has accounts of digits only. Set JOURNAL_ACCOUNTS.',
  head: ({ facts }) =>
    [
      '#FLAGGA 0',
      '#FORMAT PC8',
      '#SIETYP 4',
      '#PROGRAM "Waybill" "1"',
      `#GEN ${compact(facts.madeAt.slice(0, 10))}`,
      `#FNAMN ${sieText(facts.name)}`,
      `#VALUTA ${facts.currency}`,
      ...namesOf(facts.accounts).map(([number, names]) => `#KONTO ${number} ${sieText(names)}`),
      '',
    ].join('\r\n'),
  line(file, line) {
    const [gets, gives] = accountsOf(line.kind);
    return [
      `#VER "W" ${line.voucher} ${compact(line.day)} ${sieText(textOf(line))}`,
      '{',
      `#TRANS ${numberOf(file, gets)} {} ${inUnits(line.cents)}`,
      `#TRANS ${numberOf(file, gives)} {} ${inUnits(-line.cents)}`,
      '}',
      '',
    ].join('\r\n');
  },
};

const numbered = (name: string, count: number) =>
  Array.from({ length: count }, (_, at) => name.replaceAll('#', String(at + 1))).join(';');
/** Version 13 of the booking batch. */
export const DATEV_COLUMNS = [
  'Umsatz (ohne Soll/Haben-Kz);Soll/Haben-Kennzeichen;WKZ Umsatz;Kurs;Basis-Umsatz;WKZ Basis-Umsatz;Konto',
  'Gegenkonto (ohne BU-Schlüssel);BU-Schlüssel;Belegdatum;Belegfeld 1;Belegfeld 2;Skonto;Buchungstext;Postensperre',
  'Diverse Adressnummer;Geschäftspartnerbank;Sachverhalt;Zinssperre;Beleglink',
  numbered('Beleginfo - Art #;Beleginfo - Inhalt #', 8),
  'KOST1 - Kostenstelle;KOST2 - Kostenstelle;Kost-Menge;EU-Land u. UStID (Bestimmung);EU-Steuersatz (Bestimmung)',
  'Abw. Versteuerungsart;Sachverhalt L+L;Funktionsergänzung L+L;BU 49 Hauptfunktionstyp;BU 49 Hauptfunktionsnummer',
  'BU 49 Funktionsergänzung',
  numbered('Zusatzinformation - Art #;Zusatzinformation- Inhalt #', 20),
  'Stück;Gewicht;Zahlweise;Forderungsart;Veranlagungsjahr;Zugeordnete Fälligkeit;Skontotyp;Auftragsnummer;Buchungstyp',
  'USt-Schlüssel (Anzahlungen);EU-Land (Anzahlungen);Sachverhalt L+L (Anzahlungen);EU-Steuersatz (Anzahlungen)',
  'Erlöskonto (Anzahlungen);Herkunft-Kz;Buchungs GUID;KOST-Datum;SEPA-Mandatsreferenz;Skontosperre;Gesellschaftername',
  'Beteiligtennummer;Identifikationsnummer;Zeichnernummer;Postensperre bis;Bezeichnung SoBil-Sachverhalt',
  'Kennzeichen SoBil-Buchung;Festschreibung;Leistungsdatum;Datum Zuord. Steuerperiode;Fälligkeit;Generalumkehr (GU)',
  'Steuersatz;Land;Abrechnungsreferenz;BVV-Position;EU-Land u. UStID (Ursprung);EU-Steuersatz (Ursprung)',
  'Abw. Skontokonto',
]
  .join(';')
  .split(';');

const quoted = (text: string) => `"${plain(text).replaceAll('"', '""')}"`;
/** Accounts of people have a digit more than the others. */
const datevDigits = (numbers: readonly string[]) => Math.min(...numbers.map(({ length }) => length));

const datev: BookWriter = {
  contentType: 'text/csv; charset=windows-1252',
  encode: (text) => encodeText(text, 'windows-1252'),
  problem(numbers) {
    const digits = datevDigits(numbers);
    const isFine = numbers.every((number) => /^\d+$/.test(number) && number.length <= digits + 1);
    if (isFine && digits >= 4 && digits <= 8) return null;
    return 'DATEV has accounts of 4 to 8 digits, and one more for those of people. Set JOURNAL_ACCOUNTS.';
  },
  head({ facts, fromDay, untilDay, firstVoucher, lastVoucher }) {
    const { consultant = '', client = '' } = facts.datev ?? {};
    const madeAt = `${facts.madeAt.replaceAll(/\D/g, '')}000`;
    const digits = datevDigits(Object.values(facts.accounts));
    const days = [`${fromDay.slice(0, 4)}0101`, digits, compact(fromDay), compact(untilDay)].join(';');
    const name = quoted(`Waybill ${firstVoucher}-${lastVoucher}`);
    const format = '"EXTF";700;21;"Buchungsstapel";13';
    const currency = quoted(facts.currency);
    return [
      `${format};${madeAt};;"WB";"";"";${consultant};${client};${days};${name};"";1;0;0;${currency};;"";;;"";;;"";""`,
      DATEV_COLUMNS.join(';'),
      '',
    ].join('\r\n');
  },
  line(file, line) {
    const [gets, gives] = accountsOf(line.kind);
    const cells = DATEV_COLUMNS.map(() => '');
    const set = (column: string, cell: string) => {
      cells[DATEV_COLUMNS.indexOf(column)] = cell;
    };
    set('Umsatz (ohne Soll/Haben-Kz)', inUnits(line.cents < 0n ? -line.cents : line.cents, ','));
    set('Soll/Haben-Kennzeichen', line.cents < 0n ? '"H"' : '"S"');
    set('WKZ Umsatz', quoted(file.facts.currency));
    set('Konto', numberOf(file, gets));
    set('Gegenkonto (ohne BU-Schlüssel)', numberOf(file, gives));
    set('Belegdatum', `${line.day.slice(8)}${line.day.slice(5, 7)}`);
    set('Belegfeld 1', quoted(`W${line.voucher}`));
    set('Buchungstext', quoted(plain(textOf(line)).slice(0, 60)));
    return `${cells.join(';')}\r\n`;
  },
};

const USUAL_COLUMNS: readonly BookColumn[] = [
  { head: 'Voucher', field: 'voucher' },
  { head: 'Date', field: 'date' },
  { head: 'Document', field: 'document' },
  { head: 'Account', field: 'account' },
  { head: 'Debit', field: 'debit' },
  { head: 'Credit', field: 'credit' },
  { head: 'Text', field: 'text' },
];
const columnsOf = ({ facts }: BookExportRow): readonly BookColumn[] =>
  facts.columns?.length ? facts.columns : USUAL_COLUMNS;

const csv: BookWriter = {
  contentType: 'text/csv; charset=utf-8',
  encode: (text) => Buffer.from(text),
  problem: () => null,
  head: (file) => `\uFEFF${formatCsvLines([columnsOf(file).map(({ head }) => head)])}`,
  line(file, line) {
    const [gets, gives] = accountsOf(line.kind);
    function row(account: JournalAccount, debit: bigint): CsvCell[] {
      const cells: Record<BookColumn['field'], CsvCell> = {
        voucher: line.voucher,
        date: line.day,
        document: documentOf(line),
        account: numberOf(file, account),
        debit: { figure: debit > 0n ? inUnits(debit) : '' },
        credit: { figure: debit > 0n ? '' : inUnits(-debit) },
        amount: { figure: inUnits(debit) },
        currency: file.facts.currency,
        text: line.reason,
      };
      return columnsOf(file).map(({ field }) => cells[field]);
    }
    return formatCsvLines([row(gives, -line.cents), row(gets, line.cents)]);
  },
};

export const BOOK_WRITERS: Record<BookFormat, BookWriter> = { sie, datev, csv };
