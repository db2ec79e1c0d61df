/** Times in the format of `datetime-local` inputs. */

/** An ISO time as the value of a `datetime-local` input: local, without seconds. */
export function toLocalInput(iso: string): string {
  const time = new Date(iso);
  return new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/**
 * A `datetime-local` value as an ISO UTC string. Invalid input is returned for the schema to
 * reject.
 */
export function fromLocalInput(local: string): string {
  const time = new Date(local);
  return local === '' || Number.isNaN(time.getTime()) ? local : time.toISOString();
}
