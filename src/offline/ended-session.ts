import { sessionStore } from '../browser/web-storage.ts';

const KEY = 'ended-session';

/** Whose session the server has ended in this tab: the login names them until the next one begins. */
export interface EndedSession {
  id: string;
  email: string;
  reason: string;
}

export function recordEndedSession(ended: EndedSession): void {
  sessionStore.setItem(KEY, JSON.stringify(ended));
}

export function readEndedSession(): EndedSession | null {
  try {
    return JSON.parse(sessionStore.getItem(KEY) ?? 'null');
  } catch {
    return null;
  }
}
