/** In milliseconds (product decision 3). */
export const GRANT_LIFE = 60 * 60 * 1000;
