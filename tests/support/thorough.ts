/**
 * Whether this run takes everything at its whole size (`npm run test:thorough`). `npm test` takes a
 * short form of what repeats, and leaves out what is tagged `@thorough` (decision 0077).
 */
export const isThorough = process.env.THOROUGH === '1';
