/** A week in milliseconds, by the server's clock. */
export const STORED_FOR = 7 * 24 * 60 * 60 * 1000;
/** Raise it when stored data can no longer be read. */
export const VERSION = '1';
