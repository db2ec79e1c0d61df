import { formatActivityDate } from '../../domain/dates.ts';
import type { ManagedUser } from '../../domain/user.ts';
import { DescriptionItem, DescriptionList } from '../../ui/layout/description-list.tsx';

const MISSING = 'N/A';
const yesOrNo = (value: boolean) => (value ? 'Yes' : 'No');

/** Specification section 2. */
export function UserDetails({ user }: { user: ManagedUser }) {
  return (
    <DescriptionList columns={4}>
      <DescriptionItem caption="First name" verbatim>
        {user.firstName || MISSING}
      </DescriptionItem>
      <DescriptionItem caption="Last name" verbatim>
        {user.lastName || MISSING}
      </DescriptionItem>
      <DescriptionItem caption="Phone number" mono>
        {user.phone || MISSING}
      </DescriptionItem>
      <DescriptionItem caption="Date of birth" mono>
        {user.dob || MISSING}
      </DescriptionItem>
      <DescriptionItem caption="Address" verbatim>
        {user.address || MISSING}
      </DescriptionItem>
      <DescriptionItem caption="City" verbatim>
        {user.city || MISSING}
      </DescriptionItem>
      <DescriptionItem caption="State" verbatim>
        {user.state || MISSING}
      </DescriptionItem>
      <DescriptionItem caption="Nationality">{user.nationality || MISSING}</DescriptionItem>
      <DescriptionItem caption="Password last changed" mono>
        {user.passwordChangedAt ? formatActivityDate(user.passwordChangedAt) : MISSING}
      </DescriptionItem>
      <DescriptionItem caption="Email verified">{yesOrNo(user.verified)}</DescriptionItem>
      <DescriptionItem caption="Courier">{yesOrNo(user.courier)}</DescriptionItem>
      <DescriptionItem caption="Admin">{yesOrNo(user.header)}</DescriptionItem>
    </DescriptionList>
  );
}
