import { noResponse } from '../calls/call-error.ts';
import { watchForSilence } from '../calls/silence.ts';

export interface UploadOptions {
  method?: 'POST' | 'PUT';
  /** `part` goes from 0 to 1. */
  onProgress?: (part: number) => void;
  signal?: AbortSignal;
}

/** Unlike fetch, reports progress. Fails after 30 silent seconds. @throws {CallError} */
export function sendFile(
  url: string,
  body: XMLHttpRequestBodyInit,
  headers: Record<string, string>,
  { method = 'POST', onProgress, signal }: UploadOptions = {},
): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const noAnswer = () => reject(noResponse());
    if (!navigator.onLine || signal?.aborted) return noAnswer();

    const request = new XMLHttpRequest();
    request.open(method, url);
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
