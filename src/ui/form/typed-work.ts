/** The fields of a form that somebody has changed, by name. */
export type Typed = Record<string, unknown>;

/** Where what was typed into one form is kept. */
export interface TypedWork {
  read(): Promise<Typed | null>;
  write(typed: Typed): Promise<void>;
  forget(): Promise<void>;
}

let open: ((form: string) => TypedWork) | null = null;

/** For the start of the app: who keeps what is typed (this layer knows no storage). */
export function keepTypedWork(opener: (form: string) => TypedWork): void {
  open = opener;
}

/** What is kept of a form; null where nobody keeps it. */
export const typedWorkOf = (form: string): TypedWork | null => open?.(form) ?? null;

/** Forgets what was typed into a form that was finished in another way than by sending it. */
export const forgetTyped = (form: string) => typedWorkOf(form)?.forget();
