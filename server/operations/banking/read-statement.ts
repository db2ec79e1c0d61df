/** A separate process that reads what a bank has booked: `node read-statement.ts FILE CURRENCY`. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { SaxesParser } from 'saxes';
import { MAX_STATEMENT_ENTRIES } from '../../../src/domain/bank.ts';
import { isPaymentReference } from '../../../src/domain/payment-reference.ts';
import { UserError } from '../../errors/errors.ts';
import { fileError } from '../../shipment-files/read-csv.ts';

export interface ReadEntry {
  key: string;
  account: string;
  bookedOn: string;
  amountCents: bigint;
  name: string;
  text: string;
  reference: string | null;
}

/** What one `Ntry` or `TxDtls` says, by the names below. */
type Said = Partial<Record<string, string>>;

/** Where camt.053 says what, in all versions from 02 on; `Sts` has a `Cd`, and `Dbtr` a `Pty`, since 08. */
const IN_ENTRY: Record<string, string> = {
  Amt: 'amount',
  CdtDbtInd: 'direction',
  RvslInd: 'reversal',
  Sts: 'status',
  'Sts/Cd': 'status',
  'BookgDt/Dt': 'day',
  'BookgDt/DtTm': 'day',
  'ValDt/Dt': 'valueDay',
  'ValDt/DtTm': 'valueDay',
  AcctSvcrRef: 'bankReference',
  AddtlNtryInf: 'more',
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
  'RltdPties/Dbtr/Nm': 'debtor',
  'RltdPties/Dbtr/Pty/Nm': 'debtor',
  'RltdPties/Cdtr/Nm': 'creditor',
  'RltdPties/Cdtr/Pty/Nm': 'creditor',
  'RmtInf/Ustrd': 'text',
  'RmtInf/Strd/CdtrRefInf/Ref': 'structured',
  'RmtInf/Strd/AddtlRmtInf': 'text',
  AddtlTxInf: 'more',
};
const ACCOUNT = ['Acct/Id/IBAN', 'Acct/Id/Othr/Id'];

const MAX_DEPTH = 40;
const MAX_VALUE = 1000;
/** One tag has at most as many; a namespace is an attribute, too. */
const MAX_ATTRIBUTES = 20;
/** Tags and attributes of a file: ten thousand payments with all that banks say of each. */
const MAX_NODES = 1_000_000;
/** Longer names, values, texts and comments than two of these are refused. */
const CHUNK = 64 * 1024;

/**
 * Reads what a bank has booked. No DTD, so no entities but XML's own five.
 * @throws Field error at `file`
 */
export function readStatement(bytes: Buffer, currency: string): { entries: ReadEntry[]; left: number } {
  const xml = decode(bytes);
  if (/<!(?:DOCTYPE|ENTITY)/i.test(xml))
    throw fileError('This file declares a document type, which bank statements don’t.');
  const reader = createReader(currency);
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
  // Comes before the parser looks for its namespace, and for others of its name.
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
  return reader.end();
}

const ENCODINGS = ['utf-8', 'us-ascii', 'iso-8859-1', 'iso-8859-15', 'windows-1252'];

function decode(bytes: Buffer): string {
  const isUtf16 = bytes[0] === 0xfe || bytes[0] === 0xff;
  const [, declared = 'utf-8'] =
    /^[^>]{0,100}encoding=["']([\w-]{1,20})["']/.exec(bytes.toString('latin1', 0, 200)) ?? [];
  const encoding = declared.toLowerCase();
  if (isUtf16 || !ENCODINGS.includes(encoding)) throw fileError('Export the bank statement in UTF-8.');
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    throw fileError('This file is damaged: its letters can’t be read.');
  }
}

function createReader(currency: string) {
  const path: string[] = [];
  const entries: ReadEntry[] = [];
  const seen = new Map<string, number>();
  let account = '';
  let entry: Said | null = null;
  let all: Said[] = [];
  let details: Said | null = null;
  let value = '';
  let left = 0;

  /** Where the value belongs, and to what. */
  function place(): [Said, string] | null {
    const inner = path.slice(4).join('/');
    if (details) {
      const name = IN_DETAILS[path.slice(6).join('/')];
      return name === undefined ? null : [details, name];
    }
    const name = IN_ENTRY[inner];
    return entry && name !== undefined ? [entry, name] : null;
  }

  function add(said: Said, several: readonly Said[]): void {
    // Banks may leave out either.
    const { status = '', valueDay = '', day = valueDay } = said;
    if (status !== 'BOOK' || said.currency !== currency) {
      left += 1;
      return;
    }
    if (!/^\d{4}-\d\d-\d\d/.test(day) || !/^(?:CRDT|DBIT)$/.test(said.direction ?? '')) throw notWhole();
    const parts = splitEntry(said, several);
    for (const part of parts) {
      if (entries.length >= MAX_STATEMENT_ENTRIES)
        throw fileError('This statement has more than 10,000 payments. Export fewer days.');
      const sign = said.direction === 'CRDT' ? 1n : -1n;
      const amountCents = sign * part.cents;
      const { name, text, endToEnd = '', structured = '' } = part;
      const bankReference = usable(part.bankReference);
      const known = bankReference ? [bankReference] : [endToEnd, structured, name, text];
      const base = JSON.stringify([account, day.slice(0, 10), String(amountCents), ...known]);
      const number = seen.get(base) ?? 0;
      seen.set(base, number + 1);
      entries.push({
        key: createHash('sha256').update(`${base} ${number}`).digest('hex'),
        account,
        bookedOn: day.slice(0, 10),
        amountCents,
        name,
        text: text || structured || usable(endToEnd),
        reference: said.reversal === 'true' ? null : sign > 0n ? findReference(part) : findPayout(part),
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
      if (depth === 3) account = '';
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
      const trimmed = value.trim();
      if (said && trimmed) {
        const isText = name === 'text' || name === 'structured';
        const before = said[name];
        if (isText && before !== undefined) said[name] = `${before}\n${trimmed}`.slice(0, MAX_VALUE);
        else said[name] ??= trimmed;
      } else if (path[2] === 'Stmt' && !entry && trimmed && ACCOUNT.includes(path.slice(3).join('/'))) {
        account = trimmed.replaceAll(' ', '').slice(0, 64);
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

const notWhole = () => fileError('This statement is not complete: an entry has no amount, day or direction.');

interface Part {
  cents: bigint;
  name: string;
  text: string;
  bankReference?: string | undefined;
  endToEnd?: string | undefined;
  structured?: string | undefined;
  batch?: string | undefined;
  message?: string | undefined;
}

/** A batch is as many payments as it names, if their amounts make up its own. */
function splitEntry(entry: Said, details: readonly Said[]): Part[] {
  const cents = centsOf(entry.amount);
  if (cents === null) throw notWhole();
  const part = (said: Said, own: bigint): Part => ({
    cents: own,
    name: ((entry.direction === 'CRDT' ? said.debtor : said.creditor) ?? '').slice(0, 200),
    text: (said.text ?? said.more ?? entry.more ?? '').slice(0, 500),
    bankReference: said.bankReference,
    endToEnd: said.endToEnd,
    structured: said.structured,
    batch: said.batch ?? entry.batch,
    message: said.message ?? entry.message,
  });
  if (details.length > 1) {
    const parts = details.map((said) => part(said, centsOf(said.amount) ?? 0n));
    const isWhole = details.every((said) => said.currency === entry.currency);
    const sum = parts.reduce((total, one) => total + one.cents, 0n);
    if (isWhole && sum === cents) return parts.map((one) => ({ ...one, batch: undefined, message: undefined }));
    return [part({ bankReference: entry.bankReference }, cents)];
  }
  const [only = {}] = details;
  return [part({ ...only, bankReference: only.bankReference ?? entry.bankReference }, cents)];
}

function centsOf(written = ''): bigint | null {
  const [, whole, decimals = ''] = /^(\d{1,13})(?:\.(\d{0,5}))?$/.exec(written) ?? [];
  if (whole === undefined || /[1-9]/.test(decimals.slice(2))) return null;
  return BigInt(whole) * 100n + BigInt(decimals.slice(0, 2).padEnd(2, '0'));
}

const usable = (reference = ''): string => (/^(?:NONREF|NOTPROVIDED)$/i.test(reference) ? '' : reference);

/** First where references belong, then in what the payer wrote. Null for none, or for several. */
function findReference({ structured = '', endToEnd = '', text }: Part): string | null {
  for (const where of [structured, endToEnd, text]) {
    const found = new Set(
      where
        .toUpperCase()
        .replace(/\s+/g, '')
        .match(/RF\d{14}/g)
        ?.filter(isPaymentReference),
    );
    if (found.size > 0) return found.size === 1 ? ([...found][0] ?? null) : null;
  }
  return null;
}

/** What we called the payment, or the file that it was in. */
function findPayout({ endToEnd, batch, message }: Part): string | null {
  return (
    [endToEnd, batch, message].find((one) => one !== undefined && /^[0-9a-f]{32}$/i.test(one))?.toLowerCase() ?? null
  );
}

/** What this process writes: a line for the file, then one for each entry. */
export type StatementHead = { left: number } | { refusal: string };
export type EntryLine = Omit<ReadEntry, 'amountCents'> & { amountCents: string };

function* linesOf(bytes: Buffer, currency: string): Generator<StatementHead | EntryLine> {
  try {
    const { entries, left } = readStatement(bytes, currency);
    yield { left };
    for (const entry of entries) yield { ...entry, amountCents: String(entry.amountCents) };
  } catch (error) {
    const [refusal] = (error instanceof UserError && error.fieldErrors?.file) || [];
    if (refusal === undefined) throw error;
    yield { refusal };
  }
}

if (import.meta.main) {
  // systemd asks every process to end, but the server waits for this file.
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => undefined);
  const [file = '', currency = ''] = process.argv.slice(2);
  const lines = Array.from(linesOf(readFileSync(file), currency), (line) => JSON.stringify(line));
  process.stdout.write(lines.join('\n'));
}
