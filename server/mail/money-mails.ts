import { formatShortDay } from '../../src/domain/dates.ts';
import { formatDay } from '../../src/domain/day.ts';
import { counted } from '../../src/domain/figures.ts';
import { formatMoney, fromCents } from '../../src/domain/money.ts';
import { paths } from '../../src/domain/paths.ts';

import type { PaymentInstructions } from '../../src/domain/payment-instructions.ts';
import { groupReference } from '../../src/domain/payment-reference.ts';

import { formatNumber } from '../../src/domain/statements/statement.ts';

import type { TransactionStatus } from '../../src/domain/transaction.ts';
import { WITHDRAWAL_HOURS } from '../../src/domain/withdrawal.ts';
import type { Executor } from '../base/database/client.ts';
import { findBill } from '../bills/store/bills.ts';
import { findDebt } from '../ledger/owing.ts';
import { dueOf, getAccountPayment, getBillPayment, getOpenBills } from '../ledger/payment-instructions.ts';
import { findTransaction } from '../ledger/store/transactions.ts';
import { findShipment } from '../shipments/store/shipments.ts';
import { drawMailedStatement } from '../statements/draw-statement-file.ts';
import { findStatement, readLines } from '../statements/store/statements.ts';
import { type Drafts, findReceiver, greet, linkTo, siteOf, withoutSecret } from './draft-parts.ts';
import { composeMail } from './letters/letter.ts';
import { formatInGroups } from './letters/shipment-mails.ts';
import { noticeMail } from './owner-mails.ts';

const WITHDRAWAL_TEXTS: Record<TransactionStatus, { headline: string; sentence: string; closing: string }> = {
  pending: {
    headline: 'Withdrawal requested',
    sentence: `We received your withdrawal request. We’ll process it within ${WITHDRAWAL_HOURS} hours.`,
    closing: 'If you didn’t request this withdrawal, contact us and change your password.',
  },
  successful: {
    headline: 'Withdrawal paid',
    sentence: 'We’ve paid your withdrawal.',
    closing: 'It can take a few days to appear in your bank account.',
  },
  failed: {
    headline: 'Withdrawal failed',
    sentence: 'Your withdrawal failed. The amount is available in your account again.',
    closing: 'Check your bank details and try again, or contact us.',
  },
};

const MAX_NAMED_BILLS = 10;

type Fact = [string, string];

/** What a payer types into a transfer. */
export function paymentFacts(payment: PaymentInstructions | null): [string, string][] {
  if (!payment) return [];
  const { reference, account, isIban } = payment;
  const facts: [string, string | undefined][] = [
    ['Reference', groupReference(reference)],
    ['Account name', account?.accountName],
    [isIban ? 'IBAN' : 'Account number', account?.accountNumber],
    ['Bank', account?.bankName],
    [isIban ? 'BIC' : 'Routing number', account?.routingNumber],
  ];
  return facts.filter((fact): fact is [string, string] => fact[1] !== undefined);
}

const MAX_REASONS = 3;

/** Lists what a credit note is for: its tax has no separate reason. */
async function creditedFacts(db: Executor, statementId: string, amount: string): Promise<Fact[]> {
  const reasons = new Set<string>();
  for await (const lines of readLines(db, { id: statementId }))
    for (const { kind, reason } of lines)
      if (kind !== 'tax' && reason && reasons.size < MAX_REASONS) reasons.add(reason);
  return [['Amount', amount], ...Array.from(reasons, (reason): Fact => ['For', reason])];
}

const statementMail = noticeMail<{ userId: string; statementId: string }>(
  async ({ dependencies: { db }, about: { userId, statementId }, site, link }) => {
    const statement = await findStatement(db, statementId);
    if (statement?.userId !== userId) return null;
    const { fromDay, untilDay, openingCents, closingCents, facts } = statement;
    const name = `${statement.kind === 'statement' ? 'Statement' : 'Credit note'} ${formatNumber(statement)}`;
    const money = (cents: bigint) => formatMoney(fromCents(cents), site.currency);
    return {
      subject: `${name} from ${site.name}`,
      paragraphs: [
        closingCents < 0n
          ? `You owe ${money(-closingCents)}.`
          : closingCents > 0n
            ? `We owe you ${money(closingCents)}.`
            : 'Nothing is left to pay.',
      ],
      facts: [
        ['Number', formatNumber(statement)],
        facts.of ? ['Credits', facts.of] : ['Period', `${fromDay} to ${untilDay}`],
        ...(facts.of ? await creditedFacts(db, statementId, money(closingCents - openingCents)) : []),
        ...(facts.due ? [['Due', formatDay(facts.due)] satisfies Fact] : []),
      ],
      action: { label: 'View statements', link: link(paths.statements) },
    };
  },
);

export const MONEY_MAILS: Drafts<'payment-required' | 'payment-reminder' | 'statement' | 'withdrawal'> = {
  async statement(dependencies, mail) {
    const draft = await statementMail(dependencies, mail);
    if (!draft || dependencies.environment.STATEMENT_EMAILS === 'link') return draft;
    return { ...draft, attachment: (services) => drawMailedStatement(services, mail.about.statementId) };
  },

  async 'payment-required'(dependencies, mail) {
    const bill = await findBill(dependencies.db, mail.about.billId);
    const payer = bill && (await findReceiver(dependencies, bill.userId, mail));
    const shipment = bill && (await findShipment(dependencies.db, bill.shipmentId));
    if (!payer || !shipment) return null;
    const site = siteOf(dependencies);
    const amount = formatMoney(bill.amount, site.currency);
    const sources = { executor: dependencies.db, settings: dependencies.environment };
    const payment = await getBillPayment(sources, { ...bill, id: mail.about.billId });
    const required = `Payment of ${amount} required`;
    return withoutSecret(
      composeMail(site, {
        subject: required,
        greeting: greet(payer),
        paragraphs: [`Payment is due for this shipment: ${shipment.description}.`, `${required}. ${bill.summary}`],
        facts: [
          ['Tracking ID', formatInGroups(shipment.trackingId)],
          ['Amount', amount],
          ['Due', formatDay(dueOf(dependencies.environment, bill.createdAt))],
          ...paymentFacts(payment),
        ],
        action: payment?.link
          ? { label: `Pay ${amount}`, link: payment.link }
          : { label: 'Track shipment', link: linkTo(dependencies, paths.trackedShipment(shipment.trackingId)) },
        closing: 'You’re receiving this email because the bill is for your account.',
      }),
    );
  },

  async 'payment-reminder'(dependencies, mail) {
    const { db: executor, environment } = dependencies;
    const { userId } = mail.about;
    const person = await findReceiver(dependencies, userId, mail);
    const debt = person && (await findDebt(executor, environment, userId));
    if (!debt) return null;
    const site = siteOf(dependencies);
    const priceOf = (amount: number) => formatMoney(amount, site.currency);
    const sources = { executor, settings: environment };
    const payment = debt.onAccount > 0 ? await getAccountPayment(sources, userId) : null;
    const bills = await getOpenBills(sources, userId, {});
    const named = bills.data.slice(0, MAX_NAMED_BILLS);
    const more = bills.count - named.length;
    const owed = priceOf(debt.amount);
    return withoutSecret(
      composeMail(site, {
        subject: `Reminder: ${owed} to pay`,
        greeting: greet(person),
        paragraphs: [
          `You owe ${owed}, the oldest part since ${formatShortDay(new Date(debt.since))}.`,
          ...(more > 0 ? [`Your account lists ${counted(more, 'more bill')}.`] : []),
        ],
        facts: [
          ...(payment ? [['Fees on your account', priceOf(debt.onAccount)] satisfies Fact] : []),
          ...paymentFacts(payment),
          ...named.map(({ summary, amount, payment: how }): Fact => {
            const reference = how && `, reference ${groupReference(how.reference)}`;
            return [summary, `${priceOf(amount)}${reference ?? ''}`];
          }),
        ],
        action:
          payment?.link && bills.count === 0
            ? { label: `Pay ${owed}`, link: payment.link }
            : { label: 'See how to pay', link: linkTo(dependencies, paths.account()) },
        closing: 'If you have paid in the last few days, ignore this email.',
      }),
    );
  },

  async withdrawal(dependencies, mail) {
    const transaction = await findTransaction(dependencies.db, mail.about.transactionId);
    if (transaction?.status !== mail.about.status) return null;
    const person = await findReceiver(dependencies, transaction.userId, mail);
    if (!person) return null;
    const site = siteOf(dependencies);
    const { status, amountCents, summary, payout } = transaction;
    const { headline, sentence, closing } = WITHDRAWAL_TEXTS[status];
    const amount = formatMoney(fromCents(amountCents), site.currency);
    return withoutSecret(
      composeMail(site, {
        subject: `Withdrawal of ${amount}`,
        headline,
        greeting: greet(person),
        paragraphs: [sentence],
        facts: [
          ['Amount', amount],
          ...(payout?.bankName ? [['Bank', payout.bankName] satisfies [string, string]] : []),
          ['Summary', summary],
        ],
        action: { label: 'View account', link: linkTo(dependencies, paths.account()) },
        closing,
      }),
    );
  },
};
