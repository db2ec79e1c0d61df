import { type RefObject, useEffect, useRef, useState } from 'react';
import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form';
import { type FieldValuesByName, openUnsavedInput, type UnsavedInput } from './unsaved-input.ts';

/** Checks the purpose too, since "Show password" changes the type. */
const SECRET_FIELD = /password$|^one-time-code$|^cc-/;

function isSecret(element: HTMLFormElement | null, field: string): boolean {
  const input = element?.elements.namedItem(field);
  return input instanceof HTMLInputElement && (input.type === 'password' || SECRET_FIELD.test(input.autocomplete));
}

/**
 * Edited fields come back until the form is submitted or discarded. Untouched fields follow the
 * server.
 */
export function useUnsavedInput<Values extends FieldValues, Context, Output>(
  { subscribe, setValue, getFieldState, reset }: UseFormReturn<Values, Context, Output>,
  name: string | undefined,
  element: RefObject<HTMLFormElement | null>,
) {
  const storeRef = useRef<UnsavedInput | null>(null);
  const [isRestored, setRestored] = useState(false);

  useEffect(() => {
    const store = name === undefined ? null : openUnsavedInput(name);
    storeRef.current = store;
    if (!store) return;
    let isUnmounted = false;
    const unsubscribe = subscribe({
      formState: { values: true, dirtyFields: true },
      callback({ name: changed, values, dirtyFields = {} }) {
        // A reset has no field name and isn't typing, so it must not be stored.
        if (changed === undefined) return;
        const isTyped = (field: string) => field in dirtyFields && !isSecret(element.current, field);
        const typed = Object.entries(values).filter(([field]) => isTyped(field));
        void (typed.length > 0 ? store.write(Object.fromEntries(typed)) : store.forget());
      },
    });
    void store.read().then((stored) => {
      if (isUnmounted || !stored) return;
      const typed = Object.entries(stored);
      const untouched = typed.filter(([field]) => !getFieldState(field as Path<Values>).isDirty);
      for (const [field, value] of untouched) {
        setValue(field as Path<Values>, value as PathValue<Values, Path<Values>>, { shouldDirty: true });
      }
      setRestored(typed.some(([field]) => getFieldState(field as Path<Values>).isDirty));
    });
    return () => {
      isUnmounted = true;
      unsubscribe();
    };
  }, [name, subscribe, setValue, getFieldState, element]);

  async function forget() {
    setRestored(false);
    await storeRef.current?.forget();
  }

  return {
    isRestored,
    forget,
    /** The input is being sent. Returns what `keep` needs if it is rejected. */
    async take(): Promise<FieldValuesByName | null> {
      const typed = await storeRef.current?.read();
      await forget();
      return typed ?? null;
    },
    /** It skips what the person has changed since. */
    async keep(typed: FieldValuesByName | null) {
      const store = storeRef.current;
      if (store && typed && (await store.read()) === null) await store.write(typed);
    },
    discard() {
      void forget();
      reset(undefined, { keepDirtyValues: false, keepDirty: false, keepErrors: false });
      element.current?.querySelector<HTMLElement>('input, select, textarea')?.focus();
    },
  };
}
