/** Edited fields by name. */
export type Typed = Record<string, unknown>;

/** Stores the unsaved input of one form. */
export interface TypedWork {
  read(): Promise<Typed | null>;
  write(typed: Typed): Promise<void>;
  forget(): Promise<void>;
}

let open: ((form: string) => TypedWork) | null = null;

/** Sets the storage at startup, since this layer has none. */
export function keepTypedWork(opener: (form: string) => TypedWork): void {
  open = opener;
}

/** The store for a form's unsaved input, or null if there is none. */
export const typedWorkOf = (form: string): TypedWork | null => open?.(form) ?? null;

/** Discards the unsaved input of a form that ended without being submitted. */
export const forgetTyped = (form: string) => typedWorkOf(form)?.forget();
