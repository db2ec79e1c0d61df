/** One mistake: a sentence, and how to mend it. */
export interface Finding {
  about: string;
  what: string;
  mend: string;
}

/** The AggregateError of several addresses has an empty message. */
export function messageOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(messageOf).join(', ');
  const { message, cause } = error as Error;
  return cause instanceof Error ? messageOf(cause) : message;
}

export function codeOf(error: unknown): string {
  const { code, cause, errors } = error as { code?: string; cause?: unknown; errors?: unknown[] };
  return code ?? (cause ? codeOf(cause) : errors?.[0] ? codeOf(errors[0]) : '');
}
