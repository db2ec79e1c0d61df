import { site } from '../../config/site.ts';
import { headersOf } from '../calls/call-context.ts';
import { noResponse } from '../calls/call-error.ts';
import { watchForSilence } from '../calls/silence.ts';
import { parseResponse, rejection } from './file-response.ts';

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

/** Sends a file to our server, and returns what it answers. @throws {CallError} */
export async function sendOwnFile(path: string, body: XMLHttpRequestBodyInit, type: string, options?: UploadOptions) {
  const headers = { 'content-type': type, ...headersOf() };
  const { status, text } = await sendFile(`${site.apiBase}${path}`, body, headers, options);
  const response = parseResponse(text);
  if (status !== 200) throw rejection(status, response);
  return response;
}
