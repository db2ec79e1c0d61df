import { useNavigate } from 'react-router-dom';
import { paths } from '../../domain/paths.ts';
import { SearchForm } from '../../ui/form/search-form.tsx';

export function UserSearch({ q }: { q: string | undefined }) {
  const navigate = useNavigate();
  return (
    <SearchForm
      q={q}
      placeholder="Name, email or phone"
      onSearch={(typed) => navigate(paths.manageUsers({ q: typed }), { preventScrollReset: true })}
    />
  );
}
