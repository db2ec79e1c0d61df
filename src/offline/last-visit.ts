/** When the signed-in person last looked at their dashboard on this device; it goes with the sign-out. */
const KEY = 'last-visit';

/** The time of the visit before this one (ISO), or null; notes this one. */
export function noteVisit(): string | null {
  try {
    const before = sessionStorage.getItem(KEY) ?? localStorage.getItem(KEY);
    // A reload is the same visit: the mark stays until the tab is closed.
    if (before) sessionStorage.setItem(KEY, before);
    localStorage.setItem(KEY, new Date().toISOString());
    return before;
  } catch {
    return null;
  }
}

export function forgetVisits(): void {
  localStorage.removeItem(KEY);
}
