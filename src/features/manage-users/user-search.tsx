import type { FormEvent } from 'react';
import { Button } from '../../ui/button.tsx';
import { Field, inputClass } from '../../ui/form/field.tsx';

interface UserSearchProps {
  q: string | undefined;
  onSearch: (q: string | undefined) => void;
}

/** Finds people by a part of their name or address. */
export function UserSearch({ q, onSearch }: UserSearchProps) {
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const typed = new FormData(event.currentTarget).get('q');
    onSearch(String(typed ?? '').trim() || undefined);
  }

  return (
    <search>
      <form className="grid gap-3 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-end" onSubmit={submit}>
        <Field label="Search">
          {(control) => (
            <input
              {...control}
              key={q}
              name="q"
              type="search"
              defaultValue={q}
              maxLength={100}
              className={inputClass}
              placeholder="Name or email"
            />
          )}
        </Field>
        <Button type="submit" icon="search">
          Search
        </Button>
      </form>
    </search>
  );
}
