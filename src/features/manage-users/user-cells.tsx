import { formatActivityDate } from '../../domain/dates.ts';
import type { ManagedUser } from '../../domain/user.ts';
import { Cell, Cells } from '../../ui/layout/cells.tsx';

const MISSING = 'N/A';
const yesOrNo = (value: boolean) => (value ? 'Yes' : 'No');

/** Every field of a user's profile for managers (specification section 2). */
export function UserCells({ user }: { user: ManagedUser }) {
  return (
    <Cells columns={4}>
      <Cell caption="First name">{user.firstName || MISSING}</Cell>
      <Cell caption="Last name">{user.lastName || MISSING}</Cell>
      <Cell caption="Phone number" typed>
        {user.phone || MISSING}
      </Cell>
      <Cell caption="Date of birth" typed>
        {user.dob || MISSING}
      </Cell>
      <Cell caption="Address">{user.address || MISSING}</Cell>
      <Cell caption="City">{user.city || MISSING}</Cell>
      <Cell caption="State">{user.state || MISSING}</Cell>
      <Cell caption="Nationality">{user.nationality || MISSING}</Cell>
      <Cell caption="Password last changed" typed>
        {user.passwordChangedAt ? formatActivityDate(user.passwordChangedAt) : MISSING}
      </Cell>
      <Cell caption="Email verified">{yesOrNo(user.verified)}</Cell>
      <Cell caption="Admin">{yesOrNo(user.header)}</Cell>
    </Cells>
  );
}
