import type { ReactNode } from 'react';
import { formatPrice } from '../../config/currency.ts';
import { site } from '../../config/site.ts';
import { dueSentence } from '../../domain/due.ts';
import type { PaymentInstructions } from '../../domain/payment-instructions.ts';
import { buttonClass } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { GroupedCode } from '../../ui/grouped-code.tsx';
import { DescriptionItem, DescriptionList } from '../../ui/layout/description-list.tsx';
import { QrCode } from '../../ui/qr-code.tsx';

interface PaymentViewProps {
  payment: PaymentInstructions;
  due?: string | undefined;
  isOverdue?: boolean | undefined;
}

/** How to pay: online first, or by a transfer that is scanned or typed. */
export function PaymentView({ payment, due, isOverdue }: PaymentViewProps) {
  const { reference, amount, link, account, isIban, qr } = payment;
  return (
    <div className="stack gap-3">
      {due && <p className={isOverdue ? 'font-600 text-warn-text' : 'soft'}>{dueSentence(due, isOverdue)}</p>}
      {link && (
        <div>
          <a href={link} target="_blank" rel="noreferrer" className={buttonClass({ variant: 'primary', small: true })}>
            {amount === null ? 'Pay online' : `Pay ${formatPrice(amount)} online`}
          </a>
        </div>
      )}
      <p>
        {link ? 'Or pay' : 'Pay'} {site.name} by bank transfer, with this reference
        {qr ? `. ${qr.kind === 'swish' ? 'Swish' : 'A banking app'} can scan the code.` : '.'}
      </p>
      <div className="row items-start gap-4">
        {qr && (
          <QrCode
            text={qr.text}
            hasCross={qr.kind === 'swiss'}
            className="shrink-0 w-44 h-44 bg-code-paper fill-code-ink forced-color-adjust-none"
          />
        )}
        <div className="grow basis-60">
          <DescriptionList columns={2}>
            <Copied caption="Reference" value={reference}>
              <GroupedCode code={reference} />
            </Copied>
            {account && (
              <>
                <Copied caption={isIban ? 'IBAN' : 'Account number'} value={account.accountNumber} />
                <DescriptionItem caption="Account name" verbatim value={account.accountName} />
                <DescriptionItem caption="Bank name" verbatim value={account.bankName} />
                <DescriptionItem caption={isIban ? 'BIC' : 'Routing number'} mono value={account.routingNumber} />
              </>
            )}
          </DescriptionList>
        </div>
      </div>
    </div>
  );
}

function Copied({ caption, value, children }: { caption: string; value: string; children?: ReactNode }) {
  return (
    <DescriptionItem caption={caption} wide>
      <span className="row items-center justify-between gap-2">
        {children ?? (
          <span translate="no" className="typed">
            {value}
          </span>
        )}
        <CopyButton value={value} label={`Copy ${caption}`} copiedLabel={`${caption} copied`} />
      </span>
    </DescriptionItem>
  );
}
