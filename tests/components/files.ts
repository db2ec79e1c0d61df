/** Files that pages send and save. */
import { onTestFinished, vi } from 'vitest';

interface Upload {
  url: URL;
  file: File;
  /** Says how much of it has been sent, from 0 to 1. */
  progress: (part: number) => void;
}

/** Answers what is sent with XMLHttpRequest, the only one to say how far it is. */
export function serveUploads(handler: (upload: Upload) => Promise<{ status: number; body: object }>): void {
  class StubbedRequest {
    upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {};
    status = 0;
    responseText = '';
    onload?: () => void;
    onloadend?: () => void;
    onerror?: () => void;
    #url = '';

    open(_method: string, url: string): void {
      this.#url = url;
    }
    setRequestHeader(): void {
      // What goes along is the server tests' to check.
    }
    abort(): void {
      this.onerror?.();
    }
    send(file: File): void {
      const progress = (part: number) => this.upload.onprogress?.({ loaded: part, total: 1 });
      handler({ url: new URL(this.#url, location.origin), file, progress }).then(({ status, body }) => {
        this.status = status;
        this.responseText = JSON.stringify(body);
        this.onload?.();
        this.onloadend?.();
      });
    }
  }
  vi.stubGlobal('XMLHttpRequest', StubbedRequest);
  onTestFinished(() => {
    vi.unstubAllGlobals();
  });
}

/** Runs what saves a file, and returns the file's name and text. Nothing is written. */
export async function savedBy(work: () => Promise<void>): Promise<{ name: string; text: string }> {
  const { promise, resolve } = Promise.withResolvers<string>();
  const blobs: Blob[] = [];
  const made = vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    blobs.push(blob as Blob);
    return 'blob:saved';
  });
  const clicked = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(
    this: HTMLAnchorElement,
  ) {
    resolve(this.download);
  });
  await work();
  const name = await promise;
  made.mockRestore();
  clicked.mockRestore();
  // `text()` leaves out the mark that spreadsheets look for.
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(await blobs[0]?.arrayBuffer());
  return { name, text };
}
