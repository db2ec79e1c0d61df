import { useNavigate } from 'react-router-dom';
import { paths } from '../../domain/paths.ts';
import type { UserWork } from '../../domain/work.ts';
import { SearchForm } from '../../ui/list/search-form.tsx';

interface UserSearchProps {
  q: string | undefined;
  work: UserWork | undefined;
}

export function UserSearch({ q, work }: UserSearchProps) {
  const navigate = useNavigate();
  return (
    <SearchForm
      q={q}
      placeholder="Name, email or phone"
      onSearch={(typed) => navigate(paths.manageUsers({ q: typed, work }), { preventScrollReset: true })}
    />
  );
}
