/** Times as `datetime-local` controls have them. */

/** An ISO time as the value of a `datetime-local` control: local, without seconds. */
export function toLocalInput(iso: string): string {
  const time = new Date(iso);
  return new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** The value of a `datetime-local` control as an ISO UTC string. What is no time is returned as it is, for the schema to refuse. */
export function fromLocalInput(local: string): string {
  const time = new Date(local);
  return local === '' || Number.isNaN(time.getTime()) ? local : time.toISOString();
}
