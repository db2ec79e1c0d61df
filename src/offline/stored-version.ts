/** A week, by the server's time: a device's own clock deletes nothing, and neither does a week in a drawer. */
export const STORED_FOR = 7 * 24 * 60 * 60 * 1000;
/** Raise it when the app can no longer read what devices have stored. */
export const VERSION = '1';
