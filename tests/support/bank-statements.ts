/** Small statements: banks and versions put the same things in different places. */

interface Line {
  amount: string;
  ref?: string;
  name?: string;
  /** The payer's account. */
  account?: string;
  text?: string;
  /** The bank's id. */
  id?: string;
  endToEnd?: string;
  out?: true;
}

const IBAN = 'DE89370400440532013000';

const statement = (version: string, entries: string, encoding = 'UTF-8') =>
  `<?xml version="1.0" encoding="${encoding}"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.${version}" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
<BkToCstmrStmt><GrpHdr><MsgId>CAMT053</MsgId><CreDtTm>2026-11-27T18:43:50+01:00</CreDtTm></GrpHdr>
<Stmt><Id>1</Id><Acct><Id><IBAN>${IBAN}</IBAN></Id><Ccy>EUR</Ccy></Acct>
<Bal><Tp><CdOrPrtry><Cd>OPBD</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">18.15</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2026-11-26</Dt></Dt></Bal>
${entries}</Stmt></BkToCstmrStmt></Document>`;

const direction = ({ out }: Line) => (out ? 'DBIT' : 'CRDT');
const structured = (ref: string) =>
  `<Strd><CdtrRefInf><Tp><CdOrPrtry><Cd>SCOR</Cd></CdOrPrtry><Issr>ISO</Issr></Tp><Ref>${ref}</Ref></CdtrRefInf></Strd>`;
const remittance = ({ ref, text }: Line) =>
  ref || text ? `<RmtInf>${text ? `<Ustrd>${text}</Ustrd>` : ''}${ref ? structured(ref) : ''}</RmtInf>` : '';

/** Dutch and Belgian banks use version 02: a status as text, no reference of the bank's. */
export const asRabobank = (...lines: Line[]) =>
  statement(
    '02',
    lines
      .map(
        (
          line,
        ) => `<Ntry><Amt Ccy="EUR">${line.amount}</Amt><CdtDbtInd>${direction(line)}</CdtDbtInd><RvslInd>false</RvslInd><Sts>BOOK</Sts>
<BookgDt><Dt>2026-11-26</Dt></BookgDt><ValDt><Dt>2026-11-27</Dt></ValDt><BkTxCd><Prtry><Cd>544</Cd></Prtry></BkTxCd>
<NtryDtls><TxDtls><Refs><EndToEndId>${line.endToEnd ?? 'NOTPROVIDED'}</EndToEndId></Refs><RltdPties><Dbtr><Nm>${line.name ?? 'J. de Vries'}</Nm></Dbtr>
<Cdtr><Nm>North Parcels</Nm></Cdtr></RltdPties>${remittance(line)}</TxDtls></NtryDtls></Ntry>`,
      )
      .join('\n'),
  );

/** German banks use version 08: a status as code, a party in between, a date with time, an amount in the details. */
export const asSparkasse = (...lines: Line[]) =>
  statement(
    '08',
    lines
      .map(
        (
          line,
        ) => `<Ntry><NtryRef>1</NtryRef><Amt Ccy="EUR">${line.amount}</Amt><CdtDbtInd>${direction(line)}</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts>
<BookgDt><DtTm>2026-11-26T13:15:00+01:00</DtTm></BookgDt><ValDt><Dt>2026-11-26</Dt></ValDt><AcctSvcrRef>${line.id ?? 'NONREF'}</AcctSvcrRef>
<BkTxCd><Domn><Cd>PMNT</Cd><Fmly><Cd>RCDT</Cd><SubFmlyCd>ESCT</SubFmlyCd></Fmly></Domn></BkTxCd>
<NtryDtls><TxDtls><Refs><EndToEndId>${line.endToEnd ?? 'NOTPROVIDED'}</EndToEndId></Refs><Amt Ccy="EUR">${line.amount}</Amt><CdtDbtInd>${direction(line)}</CdtDbtInd>
<RltdPties><Dbtr><Pty><Nm>${line.name ?? 'Jörg Müller'}</Nm></Pty></Dbtr>${
          line.account ? `<DbtrAcct><Id><IBAN>${line.account}</IBAN></Id></DbtrAcct>` : ''
        }<Cdtr><Pty><Nm>${line.out ? 'Ada Lovelace' : 'North Parcels'}</Nm></Pty></Cdtr></RltdPties>
${remittance(line)}</TxDtls></NtryDtls><AddtlNtryInf>GUTSCHR. UEBERWEISUNG</AddtlNtryInf></Ntry>`,
      )
      .join('\n'),
  );

/** Nordic and Swiss banks use version 04: one entry for all payments with references, in Latin-1. */
export const asNordeaBatch = (total: string, ...lines: Line[]): Buffer =>
  Buffer.from(
    statement(
      '04',
      `<Ntry><Amt Ccy="EUR">${total}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-11-26</Dt></BookgDt>
<AcctSvcrRef>2026112612345678</AcctSvcrRef><BkTxCd><Domn><Cd>PMNT</Cd><Fmly><Cd>RCDT</Cd><SubFmlyCd>DMCT</SubFmlyCd></Fmly></Domn></BkTxCd>
<NtryDtls><Btch><NbOfTxs>${lines.length}</NbOfTxs></Btch>${lines
        .map(
          (
            line,
          ) => `<TxDtls><Refs><AcctSvcrRef>${line.id}</AcctSvcrRef></Refs><AmtDtls><TxAmt><Amt Ccy="EUR">${line.amount}</Amt></TxAmt></AmtDtls>
<RltdPties><Dbtr><Nm>${line.name ?? 'Åsa Öberg'}</Nm></Dbtr></RltdPties>${remittance(line)}</TxDtls>`,
        )
        .join('')}</NtryDtls></Ntry>`,
      'ISO-8859-1',
    ),
    'latin1',
  );

/** A file of payouts as one booking, which is what a bank makes of a batch. */
export const asBatchPaid = (total: string, file: string) =>
  statement(
    '08',
    `<Ntry><Amt Ccy="EUR">${total}</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>2026-11-27</Dt></BookgDt>
<AcctSvcrRef>${file.slice(0, 16)}</AcctSvcrRef><NtryDtls><Btch><MsgId>${file}</MsgId><PmtInfId>${file}</PmtInfId><NbOfTxs>2</NbOfTxs></Btch></NtryDtls></Ntry>`,
  );

/** One is not booked yet, the other in another currency. */
export const asPending = () =>
  statement(
    '08',
    ['PDNG EUR', 'BOOK SEK']
      .map((pair) => pair.split(' '))
      .map(
        ([
          status,
          currency,
        ]) => `<Ntry><Amt Ccy="${currency}">5.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>${status}</Cd></Sts>
<BookgDt><Dt>2026-11-26</Dt></BookgDt></Ntry>`,
      )
      .join(''),
  );
