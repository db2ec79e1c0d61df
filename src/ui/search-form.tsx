import type { FormEvent } from 'react';
import { LONGEST_SEARCH } from '../domain/paged.ts';
import { Button } from './button.tsx';
import { Field, inputClass } from './form/field.tsx';

interface SearchFormProps {
  /** What is searched for now. */
  q: string | undefined;
  placeholder: string;
  /** Goes to the list of what was typed; undefined for nothing. */
  onSearch: (q: string | undefined) => void;
}

/** One text to search a list for. What is searched for stands in the address. */
export function SearchForm({ q, placeholder, onSearch }: SearchFormProps) {
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const typed = String(new FormData(event.currentTarget).get('q') ?? '').trim();
    onSearch(typed || undefined);
  }

  return (
    <search className="max-w-180">
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
              placeholder={placeholder}
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
