/** What may be said on the console. Apart from setup.ts, which a test that imported it would run once more. */
let allowed: RegExp[] = [];

/** For a test in which the console has something to say. */
export function allowOnConsole(pattern: RegExp): void {
  allowed.push(pattern);
}

/** Whether a test has allowed these words. */
export const isAllowedOnConsole = (words: string): boolean => allowed.some((pattern) => pattern.test(words));

export function resetConsole(): void {
  allowed = [];
}
