/**
 * Whether storms and random cases run at full size (`npm run test:thorough`). `npm test` runs the
 * same tests with fewer repeats (decision 0060).
 */
export const isThorough = process.env.THOROUGH === '1';
