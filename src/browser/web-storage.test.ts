import { afterEach, describe, expect, it, vi } from 'vitest';
import { localStore, sessionStore } from './web-storage.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  localStore.clear();
});

/** A storage as browsers have it, with room for a few characters. */
function madeUp(room: number) {
  const held = new Map<string, string>();
  return {
    held,
    getItem: (key: string) => held.get(key) ?? null,
    setItem(key: string, value: string) {
      if (value.length > room) throw new DOMException('Full', 'QuotaExceededError');
      held.set(key, value);
    },
    removeItem: (key: string) => void held.delete(key),
    clear: () => held.clear(),
  };
}

describe('what is stored', () => {
  it('goes to the browser’s own storage where that is allowed', () => {
    const storage = madeUp(10);
    vi.stubGlobal('localStorage', storage);
    localStore.setItem('token', 'abc');
    expect([...storage.held]).toEqual([['token', 'abc']]);
    expect(localStore.getItem('token')).toBe('abc');
    localStore.removeItem('token');
    expect(storage.held.size).toBe(0);
    expect(localStore.getItem('token')).toBeNull();
  });

  it('is held in memory where there is no room, and in its place as soon as there is', () => {
    const storage = madeUp(3);
    vi.stubGlobal('localStorage', storage);
    localStore.setItem('token', 'too long');
    expect(storage.held.size).toBe(0);
    expect(localStore.getItem('token')).toBe('too long');
    localStore.setItem('token', 'abc');
    expect(storage.held.get('token')).toBe('abc');
    storage.held.set('token', 'xyz'); // another tab
    expect(localStore.getItem('token')).toBe('xyz');
  });

  it('is held in memory where the browser rejects even to look', () => {
    vi.stubGlobal('sessionStorage', undefined);
    sessionStore.setItem('grant:W1', 'opened');
    expect(sessionStore.getItem('grant:W1')).toBe('opened');
  });
});
