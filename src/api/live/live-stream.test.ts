import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openStream } from './live-stream.ts';

describe('a stream of news', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal('document', { baseURI: 'http://localhost' });
    vi.stubGlobal('fetch', () => new Promise(() => undefined));
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });

  const open = () => {
    const listener = { onOpen: vi.fn(), onNews: vi.fn(), onEnd: vi.fn() };
    return { ...listener, close: openStream([{ topic: 'own', grant: null }], listener) };
  };

  it('gives up if nothing responds', () => {
    const { onOpen, onEnd } = open();
    vi.advanceTimersByTime(29_000);
    expect(onEnd).not.toHaveBeenCalled();
    vi.advanceTimersByTime(2_000);
    expect(onEnd).toHaveBeenCalledOnce();
    expect(onEnd).toHaveBeenCalledWith(expect.objectContaining({ code: null }));
    expect(onOpen).not.toHaveBeenCalled();
  });

  it('says nothing after it was closed', () => {
    const { onEnd, close } = open();
    close();
    vi.advanceTimersByTime(60_000);
    expect(onEnd).not.toHaveBeenCalled();
  });
});
