import { useEffect, useEffectEvent } from 'react';
import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form';

/**
 * Records what each field of `stored` was before it was edited, as the form value `base`, which the
 * server gets too, so that nothing is overwritten unseen (decision 0032).
 */
export function useBase<Values extends FieldValues, Context, Output, Stored extends object>(
  { subscribe, setValue, getValues }: UseFormReturn<Values, Context, Output>,
  stored: Stored,
) {
  const readBase = (): object => getValues('base' as Path<Values>) ?? {};
  const writeBase = (base: object) =>
    setValue('base' as Path<Values>, base as PathValue<Values, Path<Values>>, { shouldDirty: true });

  const recordBase = useEffectEvent((dirty: object) => {
    const base = readBase();
    const touched = Object.keys(stored).filter((field) => field in dirty);
    if (touched.length === Object.keys(base).length && touched.every((field) => field in base)) return;
    writeBase({ ...pick(stored, touched), ...pick(base, touched) });
  });
  useEffect(
    () =>
      subscribe({
        formState: { values: true, dirtyFields: true },
        callback: ({ dirtyFields = {} }) => recordBase(dirtyFields),
      }),
    [subscribe],
  );

  return {
    read: (): Stored => ({ ...stored, ...readBase() }),
    /** Conflicts with these values have been shown, so submitting again overwrites them. */
    accept: (now: object) => writeBase(pick(now, Object.keys(readBase()))),
  };
}

export const pick = (from: object, fields: readonly string[]) =>
  Object.fromEntries(Object.entries(from).filter(([field]) => fields.includes(field)));
