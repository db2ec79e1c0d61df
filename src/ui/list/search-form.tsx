import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import { useDesk } from '../../browser/density.ts';
import { MAX_LINK_LENGTH } from '../../domain/tracking-id.ts';
import { Button } from '../button.tsx';
import { Field, inputClass } from '../form/field.tsx';
import { hasSearch, usePause } from '../use-pause.ts';

interface SearchFormProps {
  q?: string | undefined;
  placeholder: string;
  to: (q: string | undefined) => string;
  /** For another page, so only when it is sent. */
  leaves?: boolean;
}

/** The search is in the URL. It acts when typing pauses; Back leaves it. */
export function SearchForm({ q, placeholder, to, leaves = false }: SearchFormProps) {
  const navigate = useNavigate();
  const isAtDesk = useDesk();
  const input = useRef<HTMLInputElement>(null);
  const pause = usePause();

  // A `key` would take the focus from the field.
  useEffect(() => {
    const field = input.current;
    if (field && !pause.isOn() && field.value.trim() !== (q ?? '')) field.value = q ?? '';
  }, [pause, q]);

  function search() {
    pause.stop();
    const typed = input.current?.value.trim() || undefined;
    if (typed !== q) navigate(to(typed), { preventScrollReset: true, replace: hasSearch() });
  }

  const field = {
    ref: input,
    name: 'q',
    type: 'search',
    defaultValue: q,
    maxLength: MAX_LINK_LENGTH,
    placeholder,
    autoComplete: 'off',
    enterKeyHint: 'search',
    onInput: () => leaves || pause.before(() => input.current?.form?.requestSubmit()),
  } as const;
  const onSubmit = (event: { preventDefault: () => void }) => {
    event.preventDefault();
    search();
  };
  if (isAtDesk && !leaves) {
    return (
      <search>
        <form onSubmit={onSubmit}>
          <input {...field} aria-label="Search" className={`${inputClass} !w-88 max-w-full`} />
        </form>
      </search>
    );
  }
  return (
    <search className="lg:max-w-180">
      <form className="flex flex-wrap gap-3 items-end" onSubmit={onSubmit}>
        <div className="flex-[1_1_18rem] min-w-0">
          <Field label="Search">{(control) => <input {...control} {...field} className={inputClass} />}</Field>
        </div>
        <Button type="submit" icon="search" className="min-h-$h-field max-sm:flex-auto">
          Search
        </Button>
      </form>
    </search>
  );
}
