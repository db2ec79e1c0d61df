import { formatActivityDate } from '../../domain/dates.ts';
import { formatRoles } from '../../domain/roles.ts';
import type { ManagedUser } from '../../domain/user.ts';
import { DescriptionItem, DescriptionList } from '../../ui/layout/description-list.tsx';

const yesOrNo = (value: boolean) => (value ? 'Yes' : 'No');

export function UserDetails({ user }: { user: ManagedUser }) {
  return (
    <DescriptionList columns={4}>
      <DescriptionItem caption="First name" verbatim>
        {user.firstName}
      </DescriptionItem>
      <DescriptionItem caption="Last name" verbatim>
        {user.lastName}
      </DescriptionItem>
      <DescriptionItem caption="Phone number" mono>
        {user.phone}
      </DescriptionItem>
      <DescriptionItem caption="Date of birth" mono>
        {user.dob}
      </DescriptionItem>
      <DescriptionItem caption="Address" verbatim>
        {user.address}
      </DescriptionItem>
      <DescriptionItem caption="City" verbatim>
        {user.city}
      </DescriptionItem>
      <DescriptionItem caption="State" verbatim>
        {user.state}
      </DescriptionItem>
      <DescriptionItem caption="Nationality">{user.nationality}</DescriptionItem>
      <DescriptionItem caption="Password last changed" mono>
        {user.passwordChangedAt && formatActivityDate(user.passwordChangedAt)}
      </DescriptionItem>
      <DescriptionItem caption="Passkey or app">
        {user.factorsEndAt
          ? `Yes, until ${formatActivityDate(user.factorsEndAt)}`
          : yesOrNo(user.hasSecondFactor ?? false)}
      </DescriptionItem>
      <DescriptionItem caption="Email verified">{yesOrNo(user.verified)}</DescriptionItem>
      <DescriptionItem caption="Admin">{yesOrNo(user.header)}</DescriptionItem>
      <DescriptionItem caption="Roles">{formatRoles(user) || null}</DescriptionItem>
    </DescriptionList>
  );
}
