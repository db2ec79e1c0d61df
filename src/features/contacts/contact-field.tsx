import { keepPreviousData, type UseQueryOptions, useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useId, useState } from 'react';
import { counted } from '../../domain/figures.ts';
import { searchTerm } from '../../domain/paged.ts';
import { type Contact, MIN_CONTACT_SEARCH } from '../../domain/shops/contact.ts';
import { Field, inputClass } from '../../ui/form/field.tsx';
import { useFormField } from '../../ui/form/form-field.ts';
import { usePause } from '../../ui/use-pause.ts';

interface ContactFieldProps {
  name: string;
  label: string;
  hint: string;
  find: (q: string) => UseQueryOptions<Contact[]>;
  onPick: (contact: Contact) => void;
  /** The name is no longer the one that was picked. */
  onType: () => void;
}

/** A name, with whoever is known by it or by this phone number or street. */
export function ContactField({ name, label, hint, find, onPick, onType }: ContactFieldProps) {
  const id = useId();
  const { registration, error } = useFormField(name);
  const pause = usePause();
  const [q, setQ] = useState('');
  const [activeId, setActiveId] = useState<string>();
  const { data } = useQuery({ ...find(q), enabled: q !== '', placeholderData: keepPreviousData });
  const contacts = q === '' ? [] : (data ?? []);
  const active = contacts.find((contact) => contact.id === activeId);
  const idOf = (contact: Contact) => `${id}${contact.id}`;

  function close() {
    pause.stop();
    setQ('');
    setActiveId(undefined);
  }

  function type(text: string) {
    onType();
    const sought = searchTerm(text).trim();
    if ([...sought].length < MIN_CONTACT_SEARCH) return close();
    setActiveId(undefined);
    pause.before(() => setQ(sought));
  }

  function pick(contact: Contact) {
    onPick(contact);
    close();
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    if (event.nativeEvent.isComposing || contacts.length === 0) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) {
      event.preventDefault();
      const from = active ? contacts.indexOf(active) : step > 0 ? -1 : 0;
      setActiveId(contacts[(from + step + contacts.length) % contacts.length]?.id);
    } else if (event.key === 'Enter' && active) {
      event.preventDefault();
      pick(active);
    } else if (event.key === 'Escape') {
      event.preventDefault();
      close();
    }
  }

  return (
    <Field label={label} hint={hint} error={error} wide>
      {(control) => (
        <div className="relative">
          <input
            {...registration}
            {...control}
            role="combobox"
            aria-required
            aria-autocomplete="list"
            aria-expanded={contacts.length > 0}
            aria-controls={`${id}list`}
            aria-activedescendant={active && idOf(active)}
            autoComplete="off"
            className={inputClass}
            onChange={(event) => {
              void registration.onChange(event);
              type(event.target.value);
            }}
            onBlur={(event) => {
              void registration.onBlur(event);
              close();
            }}
            onKeyDown={onKeyDown}
          />
          <div
            id={`${id}list`}
            role="listbox"
            aria-label="Known from before"
            className={
              contacts.length > 0
                ? 'absolute z-10 inset-x-0 top-full mt-1 max-h-80 overflow-y-auto bg-sheet border border-rule-strong rounded-ctl'
                : 'hidden'
            }
          >
            {contacts.map((contact) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/useFocusableInteractive: the field has the keyboard
              <div
                key={contact.id}
                id={idOf(contact)}
                role="option"
                aria-selected={contact === active}
                className="palette-option"
                // The field keeps the focus.
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => pick(contact)}
              >
                <ContactRow contact={contact} />
              </div>
            ))}
          </div>
          <p role="status" className="sr-only">
            {contacts.length > 0 && `${counted(contacts.length, 'contact')} known from before`}
          </p>
        </div>
      )}
    </Field>
  );
}

function ContactRow({ contact: { name, email, phone, shipTo, asked } }: { contact: Contact }) {
  return (
    <span translate="no" className="block min-w-0">
      <span className="block font-650 truncate">{name}</span>
      <span className="second-line truncate">{[shipTo, phone, email].filter(Boolean).join(' · ')}</span>
      {asked.length > 0 && <span className="second-line truncate">{asked.join(' · ')}</span>}
    </span>
  );
}
