import { onTestFinished, vi } from 'vitest';

interface Upload {
  url: URL;
  type: string;
  body: unknown;
  /** Says how much of it has been sent, from 0 to 1. */
  progress: (part: number) => void;
}

/** Serves uploads by XMLHttpRequest, the only way to see their progress. */
export function serveUploads(handler: (upload: Upload) => Promise<{ status: number; body: object }>): void {
  class StubbedRequest {
    upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {};
    status = 0;
    responseText = '';
    onload?: () => void;
    onloadend?: () => void;
    onabort?: () => void;
    #url = '';
    #type = '';

    open(_method: string, url: string): void {
      this.#url = url;
    }
    setRequestHeader(name: string, value: string): void {
      if (name === 'content-type') this.#type = value;
    }
    abort(): void {
      this.onabort?.();
      this.onloadend?.();
    }
    async send(sent: unknown): Promise<void> {
      const progress = (part: number) => this.upload.onprogress?.({ loaded: part, total: 1 });
      const url = new URL(this.#url, location.origin);
      const { status, body } = await handler({ url, type: this.#type, body: sent, progress });
      this.status = status;
      this.responseText = JSON.stringify(body);
      this.onload?.();
      this.onloadend?.();
    }
  }
  vi.stubGlobal('XMLHttpRequest', StubbedRequest);
  onTestFinished(() => void vi.unstubAllGlobals());
}

export interface SentImage {
  name: string;
  fields: string[];
  file: File;
}

/** An image host. `store` returns a link, or throws the reason to reject the image. */
export function receiveImages(store: (image: SentImage) => string | Promise<string>): SentImage[] {
  const sent: SentImage[] = [];
  serveUploads(async ({ body }) => {
    const form = body as FormData;
    const file = form.get('file') as File;
    const image = { name: file.name, fields: [...form.keys()], file };
    sent.push(image);
    try {
      return { status: 200, body: { secure_url: await store(image) } };
    } catch (error) {
      return { status: 400, body: { error: { message: (error as Error).message } } };
    }
  });
  return sent;
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
