export type FieldValuesByName = Record<string, unknown>;

export interface UnsavedInput {
  read(): Promise<FieldValuesByName | null>;
  write(typed: FieldValuesByName): Promise<void>;
  forget(): Promise<void>;
}

let open: ((form: string) => UnsavedInput) | null = null;

export function setUnsavedInputStore(opener: (form: string) => UnsavedInput): void {
  open = opener;
}

export const openUnsavedInput = (form: string): UnsavedInput | null => open?.(form) ?? null;

export const forgetUnsavedInput = (form: string) => openUnsavedInput(form)?.forget();
