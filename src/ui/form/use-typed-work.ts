import { type RefObject, useEffect, useRef, useState } from 'react';
import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form';
import { type TypedWork, typedWorkOf } from './typed-work.ts';

/** Checks the purpose too, since "Show password" changes the type. */
const SECRET = /password$|^one-time-code$|^cc-/;

function isSecret(element: HTMLFormElement | null, field: string): boolean {
  const input = element?.elements.namedItem(field);
  return input instanceof HTMLInputElement && (input.type === 'password' || SECRET.test(input.autocomplete));
}

/**
 * Stores edited fields until the form is submitted or discarded, and restores them when it is
 * opened again. Untouched fields follow the server. Without a name nothing is stored.
 */
export function useTypedWork<Values extends FieldValues, Context, Output>(
  { subscribe, setValue, getFieldState, reset }: UseFormReturn<Values, Context, Output>,
  name: string | undefined,
  element: RefObject<HTMLFormElement | null>,
) {
  const work = useRef<TypedWork | null>(null);
  const [isRestored, setRestored] = useState(false);

  useEffect(() => {
    const mine = name === undefined ? null : typedWorkOf(name);
    work.current = mine;
    if (!mine) return;
    let isOver = false;
    const stop = subscribe({
      formState: { values: true, dirtyFields: true },
      callback({ name: changed, values, dirtyFields = {} }) {
        // A reset has no field name and isn't typing, so it must not be stored.
        if (changed === undefined) return;
        const isTyped = (field: string) => field in dirtyFields && !isSecret(element.current, field);
        const typed = Object.entries(values).filter(([field]) => isTyped(field));
        void (typed.length > 0 ? mine.write(Object.fromEntries(typed)) : mine.forget());
      },
    });
    void mine.read().then((kept) => {
      if (isOver || !kept) return;
      const typed = Object.entries(kept);
      const untouched = typed.filter(([field]) => !getFieldState(field as Path<Values>).isDirty);
      for (const [field, value] of untouched) {
        setValue(field as Path<Values>, value as PathValue<Values, Path<Values>>, { shouldDirty: true });
      }
      setRestored(typed.some(([field]) => getFieldState(field as Path<Values>).isDirty));
    });
    return () => {
      isOver = true;
      stop();
    };
  }, [name, subscribe, setValue, getFieldState, element]);

  async function forget() {
    setRestored(false);
    await work.current?.forget();
  }

  return {
    isRestored,
    forget,
    /** Resets the form and discards its unsaved input. */
    discard() {
      void forget();
      reset(undefined, { keepDirtyValues: false, keepDirty: false, keepErrors: false });
      element.current?.querySelector<HTMLElement>('input, select, textarea')?.focus();
    },
  };
}
