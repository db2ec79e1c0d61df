import type { FormEvent } from 'react';
import { MAX_LINK_LENGTH } from '../../domain/tracking-id.ts';
import { Button } from '../button.tsx';
import { Field, inputClass } from '../form/field.tsx';

interface SearchFormProps {
  q: string | undefined;
  placeholder: string;
  onSearch: (q: string | undefined) => void;
}

export function SearchForm({ q, placeholder, onSearch }: SearchFormProps) {
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const query = String(new FormData(event.currentTarget).get('q') ?? '').trim();
    onSearch(query || undefined);
  }

  return (
    <search className="lg:max-w-180">
      <form className="flex flex-wrap gap-3 items-end" onSubmit={submit}>
        <div className="flex-[1_1_18rem] min-w-0">
          <Field label="Search">
            {(control) => (
              <input
                {...control}
                key={q}
                name="q"
                type="search"
                defaultValue={q}
                maxLength={MAX_LINK_LENGTH}
                className={inputClass}
                placeholder={placeholder}
                autoComplete="off"
                enterKeyHint="search"
              />
            )}
          </Field>
        </div>
        <Button type="submit" icon="search" className="min-h-$h-field max-sm:flex-auto">
          Search
        </Button>
      </form>
    </search>
  );
}
