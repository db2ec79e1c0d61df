/** Edited fields only. */
export type FieldValuesByName = Record<string, unknown>;

export interface UnsavedInput {
  read(): Promise<FieldValuesByName | null>;
  write(typed: FieldValuesByName): Promise<void>;
  forget(): Promise<void>;
}

let open: ((form: string) => UnsavedInput) | null = null;

/** Called at startup, since this layer has no storage. */
export function setUnsavedInputStore(opener: (form: string) => UnsavedInput): void {
  open = opener;
}

/** Null if there is no store. */
export const openUnsavedInput = (form: string): UnsavedInput | null => open?.(form) ?? null;

export const forgetUnsavedInput = (form: string) => openUnsavedInput(form)?.forget();
