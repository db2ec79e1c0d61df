import { countrySpecs, electronicFormatIBAN, isSEPACountry, isValidBIC, isValidIBAN } from 'ibantools';
import { fromCents } from '../../../src/domain/money.ts';
import { fullName } from '../../../src/domain/user.ts';
import type { FiledWithdrawal, Payer } from '../../stores/banking/payouts.ts';
import { sepaText } from './sepa-text.ts';

/** Of a message; `id` of a file or withdrawal, which the bank sends back. */
export const messageId = (id: string): string => id.replaceAll('-', '');

interface PayoutFile {
  id: string;
  createdAt: Date;
  /** When the bank pays, in the brand’s time zone. */
  day: string;
  payer: Payer;
  payouts: readonly FiledWithdrawal[];
}

export const SEPA_COUNTRIES = Object.keys(countrySpecs).filter(isSEPACountry);

export function sepaIban(written: string | undefined): string | null {
  const iban = electronicFormatIBAN(written ?? '') ?? '';
  return isValidIBAN(iban) && isSEPACountry(iban.slice(0, 2)) ? iban : null;
}

const decimal = (cents: bigint) => fromCents(cents).toFixed(2);
const agent = (bic: string) =>
  isValidBIC(bic)
    ? `<FinInstnId><BICFI>${bic}</BICFI></FinInstnId>`
    : '<FinInstnId><Othr><Id>NOTPROVIDED</Id></Othr></FinInstnId>';

/** SEPA transfers in one batch (pain.001.001.09). Text is in SEPA’s letters, none of which XML escapes. */
export function writePayouts({ id, createdAt, day, payer, payouts }: PayoutFile): string {
  const sum = decimal(payouts.reduce((total, { amountCents }) => total + amountCents, 0n));
  const name = sepaText(payer.name, 70) || 'NOTPROVIDED';
  const transfers = payouts.map(({ id: transactionId, amountCents, payout, person, summary }) => {
    const bic = payout?.bankCode.replaceAll(' ', '').toUpperCase() ?? '';
    return `      <CdtTrfTxInf>
        <PmtId><EndToEndId>${messageId(transactionId)}</EndToEndId></PmtId>
        <Amt><InstdAmt Ccy="EUR">${decimal(amountCents)}</InstdAmt></Amt>${
          isValidBIC(bic) ? `\n        <CdtrAgt>${agent(bic)}</CdtrAgt>` : ''
        }
        <Cdtr><Nm>${sepaText(fullName(person), 70) || 'NOTPROVIDED'}</Nm></Cdtr>
        <CdtrAcct><Id><IBAN>${sepaIban(payout?.iban)}</IBAN></Id></CdtrAcct>
        <RmtInf><Ustrd>${sepaText(`${payer.name} ${summary}`, 140) || 'Payout'}</Ustrd></RmtInf>
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
      <PmtTpInf><SvcLvl><Cd>SEPA</Cd></SvcLvl></PmtTpInf>
      <ReqdExctnDt><Dt>${day}</Dt></ReqdExctnDt>
      <Dbtr><Nm>${name}</Nm></Dbtr>
      <DbtrAcct><Id><IBAN>${payer.iban}</IBAN></Id></DbtrAcct>
      <DbtrAgt>${agent(payer.bic)}</DbtrAgt>
      <ChrgBr>SLEV</ChrgBr>
${transfers.join('')}    </PmtInf>
  </CstmrCdtTrfInitn>
</Document>
`;
}
