/** A response from a database that is behind says here which moment it shows (ISO). */
export const AS_OF_HEADER = 'x-as-of';

/** In milliseconds: nobody notices less. */
export const NOTICED_AGE_MS = 5_000;
