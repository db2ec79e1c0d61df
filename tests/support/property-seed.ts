/**
 * Property tests draw the same cases in every run: only a change makes one red. To draw others:
 * PROPERTY_SEED=random npx vitest run tests/server
 */
import fc from 'fast-check';

const { PROPERTY_SEED = '2026' } = process.env;
if (PROPERTY_SEED !== 'random') fc.configureGlobal({ seed: Number(PROPERTY_SEED) });
