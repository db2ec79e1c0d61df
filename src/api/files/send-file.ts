import { unanswered } from '../calls/failure-reason.ts';
import { watchForSilence } from '../calls/silence.ts';

export interface UploadOptions {
  /** Called with the part that has been sent, 0 to 1. */
  onProgress?: (part: number) => void;
  signal?: AbortSignal;
}

/**
 * Posts a body of any size. It may take as long as it needs, and fails after half a minute without progress. Throws an
 * CallError. Not with fetch: it cannot tell how much has been sent.
 */
export function sendFile(
  url: string,
  body: XMLHttpRequestBodyInit,
  headers: Record<string, string>,
  { onProgress, signal }: UploadOptions = {},
): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const noAnswer = () => reject(unanswered());
    if (!navigator.onLine || signal?.aborted) return noAnswer();

    const request = new XMLHttpRequest();
    request.open('POST', url);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    const silence = watchForSilence(() => request.abort());
    request.upload.onprogress = ({ loaded, total }) => {
      silence.heard();
      onProgress?.(loaded / total);
    };
    request.onerror = noAnswer;
    request.onabort = noAnswer;
    request.onloadend = silence.end;
    request.onload = () => resolve({ status: request.status, text: request.responseText });
    signal?.addEventListener('abort', () => request.abort(), { once: true });
    request.send(body);
  });
}
