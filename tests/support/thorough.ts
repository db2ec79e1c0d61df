/**
 * Whether storms and random cases have full size (`npm run test:thorough`); `npm test` repeats less (decision 0060).
 */
export const isThorough = process.env.THOROUGH === '1';
