import { isValidBIC } from 'ibantools';
import { fromCents } from '../../src/domain/money.ts';
import { type PayoutAccount, payoutAccount } from '../../src/domain/payout-account.ts';
import { fullName } from '../../src/domain/user.ts';
import type { Payer } from '../base/database/tables/money/banking.ts';
import { sepaText } from './sepa-text.ts';
import type { FiledWithdrawal } from './store/payouts.ts';

/** A bank sends this id back: of a message, file or withdrawal. */
export const messageId = (id: string): string => id.replaceAll('-', '');

export interface PayoutFile {
  id: string;
  createdAt: Date;
  /** When the bank pays, in the brand’s time zone. */
  day: string;
  payer: Payer;
  payouts: readonly FiledWithdrawal[];
}

/**
 * Swedbank’s guide has Nordic payments not urgent, with a purpose, shared charges and both banks'
 * countries; Nordea and Danske Bank use the same codes. Swiss Payment Standards have a service
 * level only in SEPA, and need no word on charges.
 */
const NORDIC = { type: '<SvcLvl><Cd>NURG</Cd></SvcLvl>', charges: 'SHAR', isNordic: true };
const SWEDISH = { ...NORDIC, type: `${NORDIC.type}<CtgyPurp><Cd>SUPP</Cd></CtgyPurp>` };
const SEPA = { type: '<SvcLvl><Cd>SEPA</Cd></SvcLvl>', charges: 'SLEV', isNordic: false };
const SWISS = { type: '', charges: '', isNordic: false };
const RULES: Record<string, typeof SEPA> = { EUR: SEPA, CHF: SWISS, SEK: SWEDISH, NOK: NORDIC, DKK: NORDIC };

/** Unlike others, Nordic banks don’t find themselves by the payer’s account. */
export const needsBic = (currency: string): boolean => RULES[currency]?.isNordic ?? false;

const decimal = (cents: bigint) => fromCents(cents).toFixed(2);
const bicOf = (written: string | undefined) => {
  const bic = written?.replaceAll(' ', '').toUpperCase() ?? '';
  return isValidBIC(bic) ? `<BICFI>${bic}</BICFI>` : '';
};
const memberOf = (system: string, id: string) =>
  `<ClrSysMmbId><ClrSysId><Cd>${system}</Cd></ClrSysId><MmbId>${id}</MmbId></ClrSysMmbId>`;
const inCountry = (country: string) => `<PstlAdr><Ctry>${country}</Ctry></PstlAdr>`;

/** Bankgiro has its own scheme, and all else that has no IBAN is a BBAN. */
const accountId = ({ kind, id }: PayoutAccount) => {
  if (kind === 'iban') return `<Id><IBAN>${id}</IBAN></Id>`;
  const scheme = kind === 'bankgiro' ? '<Prtry>BGNR</Prtry>' : '<Cd>BBAN</Cd>';
  return `<Id><Othr><Id>${id}</Id><SchmeNm>${scheme}</SchmeNm></Othr></Id>`;
};

/** A Swiss bank without a BIC is found by its number in the IBAN. */
function debtorAgent(bic: string, currency: string, account: PayoutAccount): string {
  const country = needsBic(currency) ? inCountry(account.country) : '';
  const swiss = currency === 'CHF' && memberOf('CHBCC', String(Number(account.id.slice(4, 9))));
  return bicOf(bic) + country || swiss || '<Othr><Id>NOTPROVIDED</Id></Othr>';
}

function creditorAgent(bic: string | undefined, account: PayoutAccount): string {
  const clearing = account.clearing ? memberOf('SESBA', account.clearing) : '';
  const agent =
    bicOf(account.clearing ? '' : bic) + clearing + (account.kind === 'iban' ? '' : inCountry(account.country));
  return agent && `\n        <CdtrAgt><FinInstnId>${agent}</FinInstnId></CdtrAgt>`;
}

export const holderOf = ({ payout, person }: Pick<FiledWithdrawal, 'payout' | 'person'>): string =>
  payout?.holder ?? fullName(person);

/** What the bank tells the payee. */
export const textOf = (payer: Pick<Payer, 'name'>, summary: string): string => `${payer.name} ${summary}`;

/** Writes pain.001.001.09 in SEPA’s letters, none of which XML escapes. */
export function writePayouts({ id, createdAt, day, payer, payouts }: PayoutFile): string {
  const { currency = 'EUR' } = payer;
  const { type, charges } = RULES[currency] ?? SEPA;
  const paysFrom = requireAccount(currency, payer.iban);
  const sum = decimal(payouts.reduce((total, { amountCents }) => total + amountCents, 0n));
  const name = sepaText(payer.name, 70) || 'NOTPROVIDED';
  const transfers = payouts.map(({ id: transactionId, amountCents, payout, person, summary }) => {
    const account = requireAccount(currency, payout?.iban);
    const reference = messageId(transactionId);
    // Swiss banks report by it, and some refuse what is without it.
    const instruction = currency === 'EUR' ? '' : `<InstrId>${reference}</InstrId>`;
    return `      <CdtTrfTxInf>
        <PmtId>${instruction}<EndToEndId>${reference}</EndToEndId></PmtId>
        <Amt><InstdAmt Ccy="${currency}">${decimal(amountCents)}</InstdAmt></Amt>${creditorAgent(payout?.bankCode, account)}
        <Cdtr><Nm>${sepaText(holderOf({ payout, person }), 70) || 'NOTPROVIDED'}</Nm></Cdtr>
        <CdtrAcct>${accountId(account)}</CdtrAcct>
        <RmtInf><Ustrd>${sepaText(textOf(payer, summary), 140) || 'Payout'}</Ustrd></RmtInf>
      </CdtTrfTxInf>
`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09">
  <CstmrCdtTrfInitn>
    <GrpHdr>
      <MsgId>${messageId(id)}</MsgId>
      <CreDtTm>${createdAt.toISOString().slice(0, 19)}Z</CreDtTm>
      <NbOfTxs>${payouts.length}</NbOfTxs>
      <CtrlSum>${sum}</CtrlSum>
      <InitgPty><Nm>${name}</Nm></InitgPty>
    </GrpHdr>
    <PmtInf>
      <PmtInfId>${messageId(id)}</PmtInfId>
      <PmtMtd>TRF</PmtMtd>
      <BtchBookg>true</BtchBookg>
      <NbOfTxs>${payouts.length}</NbOfTxs>
      <CtrlSum>${sum}</CtrlSum>
${type && `      <PmtTpInf>${type}</PmtTpInf>\n`}      <ReqdExctnDt><Dt>${day}</Dt></ReqdExctnDt>
      <Dbtr><Nm>${name}</Nm></Dbtr>
      <DbtrAcct>${accountId(paysFrom)}${currency === 'EUR' ? '' : `<Ccy>${currency}</Ccy>`}</DbtrAcct>
      <DbtrAgt><FinInstnId>${debtorAgent(payer.bic, currency, paysFrom)}</FinInstnId></DbtrAgt>
${charges && `      <ChrgBr>${charges}</ChrgBr>\n`}${transfers.join('')}    </PmtInf>
  </CstmrCdtTrfInitn>
</Document>
`;
}

function requireAccount(currency: string, written: string | undefined): PayoutAccount {
  const account = payoutAccount(currency, written);
  if (!account) throw new Error('A file of payouts has an account that it cannot pay');
  return account;
}
