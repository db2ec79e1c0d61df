import type { FormEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import { LONGEST_SEARCH } from '../../domain/paged.ts';
import { paths } from '../../domain/paths.ts';
import { Button } from '../../ui/button.tsx';
import { Field, inputClass } from '../../ui/form/field.tsx';

/** Finds people by a part of their name or address; what is looked for stands in the address. */
export function UserSearch({ q }: { q: string | undefined }) {
  const navigate = useNavigate();

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const typed = String(new FormData(event.currentTarget).get('q') ?? '').trim();
    navigate(paths.manageUsers({ q: typed || undefined }), { preventScrollReset: true });
  }

  return (
    <search>
      <form className="grid gap-3 grid-cols-[minmax(0,1fr)_auto] items-end" onSubmit={submit}>
        <Field label="Search">
          {(control) => (
            <input
              {...control}
              key={q}
              name="q"
              type="search"
              defaultValue={q}
              maxLength={LONGEST_SEARCH}
              className={inputClass}
              placeholder="Name, email or phone"
              autoComplete="off"
              enterKeyHint="search"
            />
          )}
        </Field>
        <Button type="submit" icon="search" className="min-h-$h-field">
          Search
        </Button>
      </form>
    </search>
  );
}
