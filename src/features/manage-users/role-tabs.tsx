import { Link } from 'react-router-dom';
import { choiceLabel } from '../../domain/choice-label.ts';
import { type UserRole, userRole } from '../../domain/paged.ts';

interface RoleTabsProps {
  current: UserRole | undefined;
  to: (role: UserRole | undefined) => string;
}

export function RoleTabs({ current, to }: RoleTabsProps) {
  return (
    <nav aria-label="Users by role" className="tabs">
      {[undefined, ...userRole.options].map((role) => (
        <Link
          key={role ?? 'all'}
          to={to(role)}
          preventScrollReset
          aria-current={role === current ? 'true' : undefined}
          className="tab"
        >
          {role ? choiceLabel(role) : 'All'}
        </Link>
      ))}
    </nav>
  );
}
