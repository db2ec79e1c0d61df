import { formatActivityDate } from '../../domain/dates.ts';
import { formatRoles } from '../../domain/roles.ts';
import type { ManagedUser } from '../../domain/user.ts';
import { DescriptionItem, DescriptionList } from '../../ui/layout/description-list.tsx';

const yesOrNo = (value: boolean) => (value ? 'Yes' : 'No');

export function UserDetails({ user }: { user: ManagedUser }) {
  return (
    <DescriptionList columns={4}>
      <DescriptionItem caption="First name" verbatim value={user.firstName} />
      <DescriptionItem caption="Last name" verbatim value={user.lastName} />
      <DescriptionItem caption="Phone number" mono value={user.phone} />
      <DescriptionItem caption="Date of birth" mono value={user.dob} />
      <DescriptionItem caption="Address" verbatim value={user.address} />
      <DescriptionItem caption="City" verbatim value={user.city} />
      <DescriptionItem caption="State" verbatim value={user.state} />
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
