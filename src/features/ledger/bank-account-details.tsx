import type { ComponentProps } from 'react';
import type { BankAccount } from '../../domain/bank-account.ts';
import { groupReference } from '../../domain/payment-reference.ts';
import { DescriptionItem, DescriptionList } from '../../ui/layout/description-list.tsx';
import { Skeleton, SkeletonRegion } from '../../ui/list/skeleton.tsx';

type ListProps = Pick<ComponentProps<typeof DescriptionList>, 'columns' | 'boxed'>;

/** An IBAN is in groups of four, and breaks between them. */
const inGroups = (number: string) => (/^[A-Z]{2}\d{2}[A-Z\d]{11,30}$/.test(number) ? groupReference(number) : number);

interface BankAccountDetailsProps extends ListProps {
  account: BankAccount;
}

export function BankAccountDetails({ account, ...listProps }: BankAccountDetailsProps) {
  return (
    <DescriptionList columns={4} {...listProps}>
      <DescriptionItem caption="Account name" verbatim value={account.accountName} />
      <DescriptionItem caption="Account number" mono value={inGroups(account.accountNumber)} />
      <DescriptionItem caption="Bank name" verbatim value={account.bankName} />
      <DescriptionItem caption="Routing number" mono value={account.routingNumber} />
    </DescriptionList>
  );
}

export function BankAccountSkeleton(listProps: ListProps) {
  return (
    <SkeletonRegion label="Loading the bank account">
      <DescriptionList columns={4} {...listProps}>
        {['Account name', 'Account number', 'Bank name', 'Routing number'].map((caption) => (
          <DescriptionItem key={caption} caption={caption} value={<Skeleton className="w-28 h-4 my-1" />} />
        ))}
      </DescriptionList>
    </SkeletonRegion>
  );
}
