/** A week in milliseconds, by the server's clock: a wrong clock deletes nothing. */
export const STORED_FOR = 7 * 24 * 60 * 60 * 1000;
/** Raise it when the app can no longer read what devices have stored. */
export const VERSION = '2';
