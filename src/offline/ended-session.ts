import { sessionStore } from '../browser/web-storage.ts';

const KEY = 'ended-session';

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
