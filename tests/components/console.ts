/** The words allowed on the console. Kept apart from setup.ts, which a test that imported it would run again. */
let allowed: RegExp[] = [];

/** For a test in which the console has something to say. */
export function allowOnConsole(pattern: RegExp): void {
  allowed.push(pattern);
}

export const isAllowedOnConsole = (words: string): boolean => allowed.some((pattern) => pattern.test(words));

export function resetConsole(): void {
  allowed = [];
}
