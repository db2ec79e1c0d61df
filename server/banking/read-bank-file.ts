/** Runs as a separate process: `node read-bank-file.ts FILE CURRENCY`. */
import { readFileSync } from 'node:fs';
import { type UnzipFileInfo, unzipSync } from 'fflate';
import { SaxesParser } from 'saxes';
import { MAX_STATEMENT_BYTES, MAX_STATEMENT_ENTRIES, type StatementLeft } from '../../src/domain/banking.ts';
import { referencesIn } from '../../src/domain/payment-reference.ts';
import { fileError } from '../base/csv/read-csv.ts';
import { UserError } from '../base/errors/errors.ts';

export interface ReadEntry {
  account: string;
  bookedOn: string;
  amountCents: bigint;
  name: string;
  text: string;
  reference: string | null;
  counterAccount: string | null;
  /** Money that was paid before comes back, or is taken back. */
  isReturn: boolean;
  /** Another file has one of these ids for the same payment. */
  ids: string[];
}

export type LeftOut = Partial<Record<StatementLeft['why'], Omit<StatementLeft, 'why'>>>;

export interface ReadFile {
  entries: ReadEntry[];
  left: LeftOut;
  isReencoded: boolean;
}

const MOST_NAMED = 5;

type Said = Partial<Record<string, string>>;

/** Covers camt.053 from version 02 on; `Sts` has a `Cd`, and `Dbtr` a `Pty`, since 08. */
const IN_ENTRY: Record<string, string> = {
  Amt: 'amount',
  CdtDbtInd: 'direction',
  RvslInd: 'reversal',
  Sts: 'status',
  'Sts/Cd': 'status',
  'Sts/Prtry': 'status',
  'BookgDt/Dt': 'day',
  'BookgDt/DtTm': 'day',
  'ValDt/Dt': 'valueDay',
  'ValDt/DtTm': 'valueDay',
  AcctSvcrRef: 'bankReference',
  AddtlNtryInf: 'more',
  NtryRef: 'entryReference',
  'NtryDtls/Btch/PmtInfId': 'batch',
  'NtryDtls/Btch/MsgId': 'message',
};
const IN_DETAILS: Record<string, string> = {
  Amt: 'amount',
  'AmtDtls/TxAmt/Amt': 'amount',
  'Refs/AcctSvcrRef': 'bankReference',
  'Refs/EndToEndId': 'endToEnd',
  'Refs/PmtInfId': 'batch',
  'Refs/MsgId': 'message',
  'Refs/TxId': 'transaction',
  'Refs/InstrId': 'instruction',
  'Refs/UETR': 'uetr',
  ...partyAt('Dbtr', 'debtor'),
  ...partyAt('Cdtr', 'creditor'),
  'RmtInf/Ustrd': 'text',
  'RmtInf/Strd/CdtrRefInf/Ref': 'structured',
  'RmtInf/Strd/RfrdDocInf/Nb': 'document',
  'RmtInf/Strd/AddtlRmtInf': 'text',
  AddtlTxInf: 'more',
  'RtrInf/Rsn/Cd': 'returned',
  'RtrInf/Rsn/Prtry': 'returned',
  'RtrInf/AddtlInf': 'why',
};

/** The ultimate party comes after the party, and a bank last. */
function partyAt(tag: 'Dbtr' | 'Cdtr', name: 'debtor' | 'creditor'): Record<string, string> {
  const [party, ultimate] = [`RltdPties/${tag}`, `RltdPties/Ultmt${tag}`];
  return {
    [`${party}/Nm`]: name,
    [`${party}/Pty/Nm`]: name,
    [`${ultimate}/Nm`]: `${name}For`,
    [`${ultimate}/Pty/Nm`]: `${name}For`,
    [`RltdPties/${tag}Acct/Id/IBAN`]: `${name}Account`,
    [`RltdPties/${tag}Acct/Id/Othr/Id`]: `${name}Account`,
    [`${party}/Agt/FinInstnId/Nm`]: `${name}Bank`,
    [`${party}/Agt/FinInstnId/BICFI`]: `${name}Bic`,
    [`RltdAgts/${tag}Agt/FinInstnId/Nm`]: `${name}Bank`,
  };
}

const ACCOUNT = ['Acct/Id/IBAN', 'Acct/Id/Othr/Id'];
const STATEMENT_DAYS: Record<string, 'period' | 'balance' | 'made'> = {
  'FrToDt/ToDtTm': 'period',
  'Bal/Dt/Dt': 'balance',
  'Bal/Dt/DtTm': 'balance',
  CreDtTm: 'made',
};
/** Banks write this where a text is missing or can’t be read. */
const NO_TEXT = /^\?(?:REJECT|ERROR)\?/;

const MAX_DEPTH = 40;
const MAX_VALUE = 1000;
/** A namespace is an attribute, too. */
const MAX_ATTRIBUTES = 20;
/** Ten thousand payments with all their details have fewer. */
const MAX_NODES = 1_000_000;
/** Names, values, texts and comments over two of these are refused. */
const CHUNK = 64 * 1024;

/**
 * Reads what a bank has booked. No DTD, so no entities but XML's own five.
 * @throws Field error at `file`
 */
export function readStatement(bytes: Buffer, currency: string): ReadFile {
  const files = isZip(bytes) ? unpack(bytes) : [bytes];
  const reader = createReader(currency);
  let isReencoded = false;
  for (const file of files) {
    const { xml, isOther } = decode(file);
    isReencoded ||= isOther;
    readXml(xml, reader);
  }
  return { ...reader.end(), isReencoded };
}

const MAX_UNPACKED_FILES = 100;
const MAX_UNPACKED_BYTES = 5 * MAX_STATEMENT_BYTES;

const isZip = (bytes: Buffer) => bytes.subarray(0, 4).equals(Buffer.from('PK\u0003\u0004', 'latin1'));

function unpack(bytes: Buffer): Buffer[] {
  let [files, size] = [0, 0];
  const filter = ({ name, originalSize }: UnzipFileInfo) => {
    files += 1;
    if (!/\.xml$/i.test(name) || /^__MACOSX\//.test(name)) return false;
    size += originalSize;
    if (files > MAX_UNPACKED_FILES || size > MAX_UNPACKED_BYTES)
      throw fileError('This archive holds too much. Unpack it, and choose its XML files one by one.');
    return true;
  };
  try {
    const unpacked = Object.entries(unzipSync(bytes, { filter }));
    if (unpacked.length === 0) throw fileError('This archive has no XML file.');
    return unpacked.toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, content]) => Buffer.from(content));
  } catch (error) {
    if (error instanceof UserError) throw error;
    throw fileError('This archive is damaged. Unpack it, and choose its XML files.');
  }
}

function readXml(xml: string, reader: ReturnType<typeof createReader>): void {
  if (/<!(?:DOCTYPE|ENTITY)/i.test(xml))
    throw fileError('This file declares a document type, which bank statements don’t.');
  const parser = new SaxesParser({ xmlns: true });
  let nodes = 0;
  let attributes = 0;
  let isText = false;
  const count = () => {
    isText = false;
    nodes += 1;
    if (nodes > MAX_NODES) throw fileError('This file has too many tags. Export fewer days.');
  };
  const end = () => {
    isText = false;
  };
  parser.on('doctype', () => {
    throw fileError('This file declares a document type, which bank statements don’t.');
  });
  parser.on('opentagstart', () => {
    attributes = 0;
    count();
  });
  // This runs before the parser looks for a namespace.
  parser.on('attribute', () => {
    attributes += 1;
    if (attributes > MAX_ATTRIBUTES) throw fileError('This file is damaged: a tag has too many attributes.');
    count();
  });
  parser.on('opentag', ({ local, uri, attributes: { Ccy } }) => {
    reader.open(local, uri, typeof Ccy === 'object' ? Ccy.value : '');
  });
  parser.on('text', (part) => {
    end();
    reader.text(part);
  });
  parser.on('cdata', (part) => {
    end();
    reader.text(part);
  });
  parser.on('closetag', () => {
    end();
    reader.close();
  });
  parser.on('comment', end);
  parser.on('processinginstruction', end);
  try {
    for (let start = 0; start < xml.length; start += CHUNK) {
      isText = start > 0;
      const chunk = xml.slice(start, start + CHUNK);
      parser.write(chunk);
      if (isText && chunk.length === CHUNK) throw fileError('This file is damaged: a text in it is too long.');
    }
    parser.close();
  } catch (error) {
    if (error instanceof UserError) throw error;
    throw fileError('This file is damaged: it is not valid XML.');
  }
}

/** Some banks name another encoding than they write. */
function decode(bytes: Buffer): { xml: string; isOther: boolean } {
  const [, declared = 'utf-8'] =
    /^[^>]{0,100}encoding\s{0,9}=\s{0,9}["']([\w-]{1,20})["']/.exec(bytes.toString('latin1', 0, 200)) ?? [];
  const marked = bytes[0] === 0xff ? 'utf-16le' : bytes[0] === 0xfe ? 'utf-16be' : declared;
  const isKnown = canDecode(marked);
  for (const encoding of isKnown ? [marked, 'windows-1252'] : ['utf-8', 'windows-1252']) {
    try {
      return {
        xml: new TextDecoder(encoding, { fatal: true }).decode(bytes),
        isOther: encoding !== declared && encoding !== marked,
      };
    } catch {
      // The next.
    }
  }
  throw fileError('This file is damaged: its letters can’t be read.');
}

function canDecode(encoding: string): boolean {
  try {
    return Boolean(new TextDecoder(encoding));
  } catch {
    return false;
  }
}

function createReader(currency: string) {
  const path: string[] = [];
  const entries: ReadEntry[] = [];
  const left: LeftOut = {};
  let account = '';
  let days: Partial<Record<'period' | 'balance' | 'made', string>> = {};
  let balance = '';
  let entry: Said | null = null;
  let all: Said[] = [];
  let details: Said | null = null;
  let value = '';

  function place(): [Said, string] | null {
    const inner = path.slice(4).join('/');
    if (details) {
      const name = IN_DETAILS[path.slice(6).join('/')];
      return name === undefined ? null : [details, name];
    }
    const name = IN_ENTRY[inner];
    return entry && name !== undefined ? [entry, name] : null;
  }

  function leaveOut(why: StatementLeft['why'], said: Said): void {
    const found = left[why] ?? { count: 0, first: [] };
    left[why] = found;
    found.count += 1;
    if (found.first.length < MOST_NAMED) found.first.push(describe(said));
  }

  /** Banks may leave out the status, and either day. */
  function add(said: Said, several: readonly Said[]): void {
    const { valueDay = days.period ?? days.balance ?? days.made ?? '', day = valueDay } = said;
    const cents = centsOf(said.amount);
    const why = whyLeftOut({ ...said, day, of: currency }, cents);
    if (why !== null || cents === null) {
      leaveOut(why ?? 'odd', { ...several[0], ...said });
      return;
    }
    const sign = said.direction === 'CRDT' ? 1n : -1n;
    for (const part of splitEntry({ entry: said, details: several, cents, account })) {
      if (entries.length >= MAX_STATEMENT_ENTRIES)
        throw fileError('This statement has more than 10,000 payments. Export fewer days.');
      const { name, text } = part;
      const isBack = /^(?:true|1)$/.test(said.reversal ?? '') || part.isReturn;
      const isOut = sign < 0n || isBack;
      const [payout, named] = [findPayout(part) ?? (isOut ? findWrittenPayout(part) : null), findReference(part)];
      const [first, second] = sign > 0n === isBack ? [payout, named] : [named, payout];
      const reference = sign < 0n && !isBack ? payout : (first ?? second);
      // Money under a payout’s name has come back.
      const isReturn = isBack || (sign > 0n && reference !== null && reference === payout);
      const isElsewhere = reference !== null && reference === named && findReference({ ...part, more: '' }) === null;
      entries.push({
        account,
        bookedOn: day.slice(0, 10),
        amountCents: sign * part.cents,
        name,
        text: (isElsewhere ? `${text}\n${part.more}` : text) || part.structured || usable(part.endToEnd),
        reference,
        counterAccount: part.account,
        isReturn,
        ids: part.ids,
      });
    }
  }

  return {
    open(local: string, uri: string, ccy: string): void {
      path.push(local);
      if (path.length > MAX_DEPTH) throw fileError('This file is damaged: it is nested too deeply.');
      value = '';
      const depth = path.length;
      if (depth === 1 && (local !== 'Document' || !/:camt\.053\.001\.\d\d$/.test(uri))) {
        const [, other = ''] = /:((?:camt|pain)\.\d{3})\./.exec(uri) ?? [];
        throw fileError(
          other
            ? `This file is ${other}. Choose a statement in camt.053.`
            : 'This is not a bank statement in camt.053.',
        );
      }
      if (path[2] !== 'Stmt') return;
      if (depth === 3) [account, days] = ['', {}];
      if (depth === 4 && local === 'Ntry') [entry, all] = [{}, []];
      if (depth === 6 && entry && path[4] === 'NtryDtls' && local === 'TxDtls') details = {};
      if (local === 'Amt') {
        const [said] = place() ?? [];
        if (said && said.amount === undefined) said.currency = ccy;
      }
    },
    text(part: string): void {
      if (value.length < MAX_VALUE) value += part.slice(0, MAX_VALUE);
    },
    close(): void {
      const depth = path.length;
      const [said, name = ''] = place() ?? [];
      const written = value.trim().replace(/\s+/g, ' ');
      const trimmed = NO_TEXT.test(written) ? '' : written;
      const inStatement = path[2] === 'Stmt' && !entry && trimmed ? path.slice(3).join('/') : '';
      const dayOf = STATEMENT_DAYS[inStatement];
      if (said && trimmed) {
        const isText = name === 'text' || name === 'structured' || name === 'document';
        const before = said[name];
        if (isText && before !== undefined) said[name] = `${before}\n${trimmed}`.slice(0, MAX_VALUE);
        else said[name] ??= trimmed;
      } else if (ACCOUNT.includes(inStatement)) {
        account = trimmed.replaceAll(' ', '').slice(0, 64);
      } else if (inStatement === 'Bal/Tp/CdOrPrtry/Cd') {
        balance = trimmed;
      } else if (dayOf && (dayOf !== 'balance' || balance === 'CLBD')) {
        days[dayOf] = trimmed.slice(0, 10);
      }
      value = '';
      if (depth === 6 && details) {
        all.push(details);
        details = null;
      }
      if (depth === 4 && entry) {
        add(entry, all);
        entry = null;
      }
      path.pop();
    },
    end: () => ({ entries, left }),
  };
}

function whyLeftOut(
  { status = 'BOOK', day = '', direction = '', currency: own, of }: Said,
  cents: bigint | null,
): StatementLeft['why'] | null {
  if (!/^BOOK/i.test(status)) return 'pending';
  const isWhole = /^\d{4}-\d\d-\d\d/.test(day) && /^(?:CRDT|DBIT)$/.test(direction);
  if (cents === null || !isWhole) return 'odd';
  if (own !== of) return 'currency';
  return cents === 0n ? 'zero' : null;
}

/** `12.12345 EUR, 2026-11-26, Five B`. */
function describe({ amount = 'No amount', currency: own = '', day, valueDay = '', ...said }: Said): string {
  const who = said.debtor ?? said.creditor ?? said.text ?? said.more ?? '';
  return [`${amount} ${own}`.trim(), (day ?? valueDay).slice(0, 10), who.slice(0, 60)]
    .filter(Boolean)
    .join(', ')
    .slice(0, 120);
}

interface Part {
  cents: bigint;
  name: string;
  account: string | null;
  text: string;
  bankReference?: string | undefined;
  endToEnd?: string | undefined;
  structured?: string | undefined;
  batch?: string | undefined;
  message?: string | undefined;
  more: string;
  document?: string | undefined;
  isReturn: boolean;
  ids: string[];
}

interface Whole {
  entry: Said;
  details: readonly Said[];
  cents: bigint;
  account: string;
}

/** Splits an entry into its payments if their sums add up to its own; otherwise it stays one. */
function splitEntry({ entry, details, cents, account }: Whole): Part[] {
  const [usual, other] =
    entry.direction === 'CRDT' ? (['debtor', 'creditor'] as const) : (['creditor', 'debtor'] as const);
  /** Some banks don’t swap the parties of a returned payment. */
  const sideOf = (said: Said) => {
    const isBack = said.returned !== undefined || /^(?:true|1)$/.test(entry.reversal ?? '');
    const named = said[`${usual}Account`]?.replaceAll(' ', '') ?? said[usual];
    return isBack && (named === undefined || named === account) ? other : usual;
  };
  const part = (said: Said, own: bigint, side = sideOf(said)): Part => ({
    cents: own,
    name:
      [said[side], said[`${side}For`], said[`${side}Bank`], said[`${side}Bic`]]
        .map(usable)
        .find(Boolean)
        ?.slice(0, 200) ?? '',
    account: said[`${side}Account`]?.replaceAll(' ', '').slice(0, 64) ?? null,
    text: (said.text ?? said.why ?? said.more ?? said.structured ?? entry.more ?? '').slice(0, 500),
    more: [said.more, entry.more].filter(Boolean).join('\n'),
    endToEnd: said.endToEnd,
    structured: said.structured,
    document: said.document,
    isReturn: said.returned !== undefined,
    batch: said.batch ?? entry.batch,
    message: said.message ?? entry.message,
    ids: idsOf(said),
  });
  if (details.length > 1) {
    const parts = details.map((said) => part(said, centsOf(said.amount) ?? 0n));
    const isWhole = details.every((said) => said.currency === entry.currency);
    const sum = parts.reduce((total, one) => total + one.cents, 0n);
    if (isWhole && sum === cents && parts.every((one) => one.cents > 0n))
      return parts.map((one) => ({
        ...one,
        batch: undefined,
        message: undefined,
        ids: [...one.ids, ...idsOf({ bankReference: entry.bankReference }).map((id) => id.replace('bank', 'of'))],
      }));
    return [part({ bankReference: entry.bankReference }, cents)];
  }
  const [only = {}] = details;
  const one = part({ ...only, bankReference: only.bankReference ?? entry.bankReference }, cents);
  // Files with and without details are of the same payment.
  return [{ ...one, ids: [...new Set([...one.ids, ...idsOf({ bankReference: entry.bankReference })])] }];
}

/** A bank never repeats its ids, but a payer may use one each month. */
const idsOf = ({ bankReference, uetr, transaction, instruction, endToEnd }: Said): string[] =>
  Object.entries({ bank: bankReference, uetr, transaction, instruction, payer: endToEnd }).flatMap(([whose, id]) =>
    usable(id) ? `${whose} ${usable(id).slice(0, 64)}` : [],
  );

function centsOf(written = ''): bigint | null {
  const [, whole, decimals = ''] = /^\+?0{0,18}(\d{1,13})(?:\.(\d{0,17}))?$/.exec(written) ?? [];
  if (whole === undefined || /[1-9]/.test(decimals.slice(2))) return null;
  return BigInt(whole) * 100n + BigInt(decimals.slice(0, 2).padEnd(2, '0'));
}

const usable = (reference: string | undefined = ''): string =>
  /^(?:NONREF|NOTPROVIDED)$/i.test(reference) ? '' : reference;

/** Looks where references belong, then in the texts. */
function findReference({ structured = '', document = '', endToEnd = '', text, more }: Part): string | null {
  for (const where of [structured, document, endToEnd, text, more]) {
    const found = referencesIn(where);
    if (found.length > 0) return found.length === 1 ? (found[0] ?? null) : null;
  }
  return null;
}

const findPayout = ({ endToEnd, batch, message }: Part): string | null =>
  [endToEnd, batch, message].find((one) => /^[0-9a-f]{32}$/i.test(one ?? ''))?.toLowerCase() ?? null;

/** A CSV leaves the bank only a text for it. */
function findWrittenPayout({ text }: Part): string | null {
  const [written, ...others] = text.match(/\b[0-9a-f]{32}\b/gi) ?? [];
  return others.length === 0 ? (written?.toLowerCase() ?? null) : null;
}

export type StatementHead = Omit<ReadFile, 'entries'> | { refusal: string };
export type EntryLine = Omit<ReadEntry, 'amountCents'> & { amountCents: string };

function* linesOf(bytes: Buffer, currency: string): Generator<StatementHead | EntryLine> {
  try {
    const { entries, ...head } = readStatement(bytes, currency);
    yield head;
    for (const entry of entries) yield { ...entry, amountCents: String(entry.amountCents) };
  } catch (error) {
    const [refusal] = (error instanceof UserError && error.fieldErrors?.file) || [];
    if (refusal === undefined) throw error;
    yield { refusal };
  }
}

if (import.meta.main) {
  // systemd ends every process, but the server waits for this file.
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => undefined);
  const [file = '', currency = ''] = process.argv.slice(2);
  const lines = Array.from(linesOf(readFileSync(file), currency), (line) => JSON.stringify(line));
  process.stdout.write(lines.join('\n'));
}
