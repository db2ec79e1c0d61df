import { useNavigate } from 'react-router-dom';
import type { UserRole } from '../../domain/paged.ts';
import { paths } from '../../domain/paths.ts';
import type { UserWork } from '../../domain/work.ts';
import { SearchForm } from '../../ui/list/search-form.tsx';

interface UserSearchProps {
  q: string | undefined;
  work?: UserWork | undefined;
  role?: UserRole | undefined;
}

export function UserSearch({ q, work, role }: UserSearchProps) {
  const navigate = useNavigate();
  return (
    <SearchForm
      q={q}
      placeholder="Name, email or phone"
      onSearch={(typed) => navigate(paths.manageUsers({ q: typed, work, role }), { preventScrollReset: true })}
    />
  );
}
